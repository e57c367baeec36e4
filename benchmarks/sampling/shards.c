/* shards: a counter in two shards; three threads add to a shard each, and one that finds
 * its shard busy adds without the lock.
 *
 * That addition is a load and a store: one is lost.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"

static atomic_int busy[2], count[2];

static void add(int s)
{
	if (SWAP(busy[s], 1, ACQ) == 0) {
		STORE(count[s], LOAD(count[s], RLX) + 1, RLX);
		STORE(busy[s], 0, REL);
		return;
	}
#ifdef FIXED
	while (SWAP(busy[s], 1, ACQ) != 0)
		sched_yield();
	STORE(count[s], LOAD(count[s], RLX) + 1, RLX);
	STORE(busy[s], 0, REL);
#else
	STORE(count[s], LOAD(count[s], RLX) + 1, RLX);
#endif
}

static void *run(void *arg)
{
	int me = (int)(long)arg;

	for (int i = 0; i < 3; i++)
		add(me == 2 && i == 1 ? 0 : (me + i) % 2);
	return NULL;
}

int main(void)
{
	SPAWN(3, run);
	assert(LOAD(count[0], RLX) + LOAD(count[1], RLX) == 9);
	return 0;
}
