/* journal: three writers claim a slot of a journal and fill it; an auditor reads as many
 * as are claimed.
 *
 * It must only read those that are filled.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"

static int slot[6];
static atomic_int claimed, filled[6];

static void *run(void *arg)
{
	int me = (int)(long)arg;

	if (me < 3) {
		for (int k = 0; k < 2; k++) {
			int i = ADD(claimed, 1, RLX);
			slot[i] = 1 + me;
			STORE(filled[i], 1, REL);
		}
		return NULL;
	}
	int n = LOAD(claimed, ACQ);
	for (int i = 0; i < n; i++) {
#ifdef FIXED
		if (!LOAD(filled[i], ACQ))
			continue;
#else
		if (i < 5 && !LOAD(filled[i], ACQ))
			continue;
#endif
		assert(slot[i] > 0);
	}
	return NULL;
}

int main(void)
{
	SPAWN(4, run);
	return 0;
}
