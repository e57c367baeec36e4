/* ring: a ring of two slots between one producer and one consumer.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static int slot[2];
static atomic_int head, tail;

static void *producer(void *arg)
{
	for (int i = 1; i <= 4; i++) {
		int t = LOAD(tail);
		while (t - LOAD(head) == 2)
			;
		slot[t % 2] = i;
		SS;
		STORE(tail, t + 1);
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 1; i <= 4; i++) {
		int h = LOAD(head);
		while (LOAD(tail) == h)
			;
		LL;
		assert(slot[h % 2] == i);
		STORE(head, h + 1);
	}
	return arg;
}

int main(void)
{
	PAIR(producer, consumer);
	return 0;
}
