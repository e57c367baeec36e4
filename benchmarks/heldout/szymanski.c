/* szymanski: Szymanski's lock for two threads, whose flag has five values.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 */
#include "heldout.h"

static atomic_int flag[2];
static int in;

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg, other = 1 - me;
	STORE(flag[me], 1);
	while (LOAD(flag[other]) >= 3)
		;
	STORE(flag[me], 3);
	if (LOAD(flag[other]) == 1) {
		STORE(flag[me], 2);
		while (LOAD(flag[other]) != 4)
			;
	}
	STORE(flag[me], 4);
	if (me == 1)
		while (LOAD(flag[0]) >= 2)
			;
	assert(in == 0);
	in = 1;
	in = 0;
	if (me == 0) {
		int f;
		while ((f = LOAD(flag[1])) == 2 || f == 3)
			;
	}
	STORE(flag[me], 0);
	return NULL;
}

int main(void)
{
	THREADS(2, run);
	return 0;
}
