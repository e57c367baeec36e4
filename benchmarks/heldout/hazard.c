/* hazard: a hazard pointer: announce, look again, use; unlink, scan, free.
 *
 * The announcement may wait while the pointer is read again: use after free.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static _Atomic(int *) shared, announced;

static void *reader(void *arg)
{
	int *p = LOAD(shared);
	STORE(announced, p);
	SL;
	if (p && LOAD(shared) == p) {
		LL;
		assert(*p == 5);
	}
	SL;
	STORE(announced, NULL);
	return arg;
}

static void *reclaimer(void *arg)
{
	int *p = LOAD(shared);
	STORE(shared, NULL);
	SL;
	if (LOAD(announced) != p)
		free(p);
	return arg;
}

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 5;
	STORE(shared, p);
	PAIR(reader, reclaimer);
	return 0;
}
