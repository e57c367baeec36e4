/* ring: a producer sends 24 numbers through a ring of 4; a consumer takes what is there.
 *
 * The 17th is published by a relaxed store.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
enum { SIZE = 4, N = 24 };
#ifdef FIXED
#define ODD N
#else
#define ODD 16
#endif

static int cell[SIZE];
static atomic_int head, tail;

static void *producer(void *arg)
{
	for (int i = 0; i < N; i++) {
		while (i - LOAD(head, ACQ) == SIZE)
			sched_yield();
		cell[i % SIZE] = i;
		if (i == ODD)
			STORE(tail, i + 1, RLX);
		else
			STORE(tail, i + 1, REL);
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < N;) {
		int end = LOAD(tail, ACQ);
		for (; i < end; i++)
			assert(cell[i % SIZE] == i);
		STORE(head, i, REL);
		sched_yield();
	}
	return arg;
}

static void *run(void *arg) { return arg ? consumer(arg) : producer(arg); }

int main(void)
{
	SPAWN(2, run);
	return 0;
}
