/* peterson: Peterson's lock for two threads, each twice in its critical section.
 *
 * The store of one's own flag may wait in the buffer while the other's is read.
 * Under PSO and PSLO the unlock may also overtake the section's own store.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int flag[2], turn;
static int in;

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg, other = 1 - me;
	for (int i = 0; i < 2; i++) {
		STORE(flag[me], 1);
		SS;
		STORE(turn, other);
		SL;
		while (LOAD(flag[other]) && LOAD(turn) == other)
			;
		LL;
		assert(in == 0);
		in = 1;
		in = 0;
		SS;
		STORE(flag[me], 0);
	}
	return NULL;
}

int main(void)
{
	THREADS(2, run);
	return 0;
}
