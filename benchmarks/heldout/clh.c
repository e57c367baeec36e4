/* clh: a CLH queue lock with a relaxed release, two threads twice each.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

struct node {
	atomic_int held;
};
static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[2];
static int counter;

static void *run(void *arg)
{
	struct node *mine = &nodes[(intptr_t)arg];
	for (int i = 0; i < 2; i++) {
		STORE(mine->held, 1);
		SS;
		struct node *before = SWAP(tail, mine);
		LL;
		while (LOAD(before->held))
			;
		LL;
		counter++;
		SS;
		STORE(mine->held, 0);
		mine = before;
	}
	return NULL;
}

int main(void)
{
	THREADS(2, run);
	assert(counter == 4);
	return 0;
}
