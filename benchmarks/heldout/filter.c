/* filter: Peterson's lock for three threads, a waiting room for each level.
 *
 * A cycle may need all three threads, and a level may be passed early.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 */
#include "heldout.h"

static atomic_int level[3], last[3];
static int in;

static int ahead(int me, int l)
{
	for (int k = 0; k < 3; k++)
		if (k != me && LOAD(level[k]) >= l)
			return 1;
	return 0;
}

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg;
	for (int l = 1; l < 3; l++) {
		STORE(level[me], l);
		STORE(last[l], me);
		while (LOAD(last[l]) == me && ahead(me, l))
			;
	}
	assert(in == 0);
	in = 1;
	in = 0;
	STORE(level[me], 0);
	return NULL;
}

int main(void)
{
	THREADS(3, run);
	return 0;
}
