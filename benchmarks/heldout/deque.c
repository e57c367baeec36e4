/* deque: a work-stealing deque of fixed size; its owner takes, a thief steals twice.
 *
 * The store of bottom may wait while top is read: then both get one task.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int top, bottom, task[4], done[4];

static void execute(int k)
{
	assert(ADD(done[k], 1) == 0);
}

static void push(int k)
{
	int b = LOAD(bottom);
	STORE(task[b], k);
	SS;
	STORE(bottom, b + 1);
}

static void take(void)
{
	int b = LOAD(bottom) - 1;
	STORE(bottom, b);
	SL;
	int t = LOAD(top);
	if (t > b) {
		STORE(bottom, b + 1);
		return;
	}
	int k = LOAD(task[b]);
	if (t == b) {
		if (!CAS(top, &t, t + 1))
			k = -1;
		STORE(bottom, b + 1);
	}
	if (k >= 0)
		execute(k);
}

static void *thief(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int t = LOAD(top);
		SL;
		int b = LOAD(bottom);
		LL;
		if (t < b) {
			int k = LOAD(task[t]);
			if (CAS(top, &t, t + 1))
				execute(k);
		}
	}
	return arg;
}

static void *owner(void *arg)
{
	push(0);
	push(1);
	take();
	take();
	return arg;
}

int main(void)
{
	PAIR(owner, thief);
	return 0;
}
