/* snapshot: a writer counts up two words in order, a reader takes them in the other.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int low, high;

static void *writer(void *arg)
{
	for (int i = 1; i <= 5; i++) {
		STORE(low, i);
		SS;
		STORE(high, i);
		SS;
	}
	return arg;
}

static void *reader(void *arg)
{
	for (int i = 0; i < 3; i++) {
		int h = LOAD(high);
		LL;
		assert(LOAD(low) >= h);
	}
	return arg;
}

int main(void)
{
	PAIR(writer, reader);
	return 0;
}
