/* burns: the one-bit lock of Burns and Lamport for two threads: the second gives way.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int want[2];
static int in;

static void section(void)
{
	LL;
	assert(in == 0);
	in = 1;
	in = 0;
	SS;
}

static void *first(void *arg)
{
	STORE(want[0], 1);
	SL;
	while (LOAD(want[1]))
		;
	section();
	STORE(want[0], 0);
	return arg;
}

static void *second(void *arg)
{
	for (;;) {
		STORE(want[1], 1);
		SL;
		if (!LOAD(want[0]))
			break;
		STORE(want[1], 0);
		while (LOAD(want[0]))
			;
	}
	section();
	STORE(want[1], 0);
	return arg;
}

int main(void)
{
	PAIR(first, second);
	return 0;
}
