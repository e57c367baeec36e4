/* stats: two threads keep statistics in relaxed counters all the time, and once hand a
 * record over; what is counted must not be more than what was handed over.
 *
 * The fence before the handing over is missing in one of two branches, which is taken if
 * the counters are far apart.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"

enum { ROUNDS = 12 };
static atomic_int counter[2], handed;
static int record;

static void *run(void *arg)
{
	int me = (int)(long)arg;

	for (int i = 0; i < ROUNDS; i++) {
		ADD(counter[me], 1, RLX);
		int other = LOAD(counter[1 - me], RLX);
		if (me == 0 && i == ROUNDS / 2) {
			record = 42;
#ifdef FIXED
			FENCE(REL);
#else
			if (other < ROUNDS - 2)
				FENCE(REL);
#endif
			STORE(handed, 1, RLX);
		}
		if (me == 1 && i == ROUNDS - 1 && LOAD(handed, ACQ))
			assert(record == 42);
	}
	return NULL;
}

int main(void)
{
	SPAWN(2, run);
	return 0;
}
