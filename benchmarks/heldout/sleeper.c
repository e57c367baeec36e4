/* sleeper: a waiter says that it sleeps and looks for work once more; a producer
 * posts work and looks for sleepers. Without a fence each may miss the other.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int sleeping, work, wakeups;
static int slept;

static void *waiter(void *arg)
{
	STORE(sleeping, 1);
	SL;
	if (!LOAD(work))
		slept = 1;
	return arg;
}

static void *producer(void *arg)
{
	for (int i = 0; i < 3; i++)
		ADD(wakeups, 0);
	STORE(work, 1);
	SL;
	if (LOAD(sleeping))
		ADD(wakeups, 1);
	return arg;
}

int main(void)
{
	PAIR(waiter, producer);
	assert(!slept || LOAD(wakeups) == 1);
	return 0;
}
