/* relay: a message handed on by a second thread to a third.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static int letter;
static atomic_int posted, carried;

static void *sender(void *arg)
{
	letter = 42;
	SS;
	STORE(posted, 1);
	return arg;
}

static void *carrier(void *arg)
{
	while (!LOAD(posted))
		;
	STORE(carried, 1);
	return arg;
}

static void *receiver(void *arg)
{
	while (!LOAD(carried))
		;
	LL;
	assert(letter == 42);
	return arg;
}

int main(void)
{
	TRIPLE(sender, carrier, receiver);
	return 0;
}
