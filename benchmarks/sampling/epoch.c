/* epoch: a reader pins the epoch before it follows a pointer; a writer that has unlinked
 * the node frees it if nobody is pinned.
 *
 * The pin may still be unseen when the pointer is read: a fence is missing.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define PIN FENCE(SC)
#else
#define PIN FENCE(REL)
#endif

static _Atomic(int *) node;
static atomic_int pinned[2], ops;

static void *run(void *arg)
{
	long me = (long)arg;

	if (me < 2) {
		for (int round = 0; round < 3; round++) {
			STORE(pinned[me], 1, RLX);
			PIN;
			int *p = LOAD(node, ACQ);
			if (p)
				assert(*p == 9);
			STORE(pinned[me], 0, REL);
			ADD(ops, 1, RLX);
		}
		return NULL;
	}
	int *p = LOAD(node, RLX);
	STORE(node, NULL, RLX);
	FENCE(SC);
	if (!LOAD(pinned[0], ACQ) && !LOAD(pinned[1], ACQ))
		free(p);
	return NULL;
}

int main(void)
{
	int *p = malloc(sizeof *p);

	*p = 9;
	STORE(node, p, REL);
	SPAWN(3, run);
	return 0;
}
