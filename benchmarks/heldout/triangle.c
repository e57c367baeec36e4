/* triangle: store buffering in a ring of three threads: a critical cycle of three.
 *
 * Each raises its flag and leaves if its neighbour's is up; not all three may stay.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int flag[3], stayed;

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg;
	STORE(flag[me], 1);
	SL;
	if (!LOAD(flag[(me + 1) % 3]))
		ADD(stayed, 1);
	return NULL;
}

int main(void)
{
	THREADS(3, run);
	assert(LOAD(stayed) < 3);
	return 0;
}
