/* publish: a pointer to a fresh structure, replaced once, read by two threads.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

struct pair {
	int a, b;
};
static struct pair first = {1, 1};
static _Atomic(struct pair *) current = &first;

static void *updater(void *arg)
{
	struct pair *p = malloc(sizeof *p);
	p->a = 2;
	p->b = 2;
	SS;
	STORE(current, p);
	return arg;
}

static void *reader(void *arg)
{
	struct pair *p = LOAD(current);
	LL;
	assert(p->a == p->b);
	return arg;
}

int main(void)
{
	TRIPLE(updater, reader, reader);
	return 0;
}
