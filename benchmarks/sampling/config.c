/* config: a configuration is replaced twice while two readers look at it; each reader
 * counts itself in and out, and the old one is only overwritten when nobody is in.
 *
 * Counting out is relaxed, so that a writer may overwrite what is still being read.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define OUT REL
#else
#define OUT RLX
#endif

static int version[2][2];
static atomic_int current, in;

static void *reader(void *arg)
{
	ADD(in, 1, SC);
	int *v = version[LOAD(current, SC)];
	int a = v[0], b = v[1];
	ADD(in, -1, OUT);
	assert(a == b);
	return arg;
}

static void *writer(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		int next = 1 - LOAD(current, RLX);
		if (LOAD(in, SC) != 0 && i > 1)
			return arg;
		version[next][0] = i;
		version[next][1] = i;
		STORE(current, next, SC);
		FENCE(SC);
	}
	return arg;
}

static void *run(void *arg)
{
	return arg == (void *)0 ? writer(arg) : reader(arg);
}

int main(void)
{
	SPAWN(3, run);
	return 0;
}
