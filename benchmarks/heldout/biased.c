/* biased: a lock biased to its owner, who enters with plain accesses; another thread
 * revokes the bias with a fence of its own, which does not help the owner.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int owning, revoked;
static int in;

static void *owner(void *arg)
{
	for (int i = 0; i < 3; i++) {
		STORE(owning, 1);
		SL;
		if (LOAD(revoked)) {
			STORE(owning, 0);
			break;
		}
		LL;
		assert(in == 0);
		in = 1;
		in = 0;
		SS;
		STORE(owning, 0);
	}
	return arg;
}

static void *revoker(void *arg)
{
	STORE(revoked, 1);
	fence_sl();
	while (LOAD(owning))
		;
	fence_ll();
	assert(in == 0);
	in = 1;
	in = 0;
	return arg;
}

int main(void)
{
	PAIR(owner, revoker);
	return 0;
}
