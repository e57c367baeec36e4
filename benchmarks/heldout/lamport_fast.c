/* lamport_fast: Lamport's fast lock for two threads: x and y, and a slow path.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 */
#include "heldout.h"

static atomic_int x, y, b[3];
static int in;

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg + 1;
	for (;;) {
		STORE(b[me], 1);
		STORE(x, me);
		if (LOAD(y) != 0) {
			STORE(b[me], 0);
			while (LOAD(y) != 0)
				;
			continue;
		}
		STORE(y, me);
		if (LOAD(x) == me)
			break;
		STORE(b[me], 0);
		while (LOAD(b[3 - me]))
			;
		if (LOAD(y) == me)
			break;
		while (LOAD(y) != 0)
			;
	}
	assert(in == 0);
	in = 1;
	in = 0;
	STORE(y, 0);
	STORE(b[me], 0);
	return NULL;
}

int main(void)
{
	THREADS(2, run);
	return 0;
}
