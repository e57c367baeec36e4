/* The lock of c11/mcs-lock.c, as it is mended. -DBROKEN does not wait at the gate.
 *
 * linearizable lock: yes
 * linearizable -DBROKEN lock: no
 */
#define FIXED
#include "structure.h"
#include "../c11/mcs-lock.c"
#undef main

static struct node nodes[3]; /* a thread that did not wait may be told after its end */
static _Thread_local struct node *mine;

static void take(void)
{
#ifdef BROKEN
	struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
	if (before)
		atomic_store_explicit(&before->next, mine, memory_order_release);
#else
	lock(mine);
#endif
}

static void give(void) { unlock(mine); }

static void *in(int self)
{
	mine = &nodes[self];
	section(self, take, give);
	return 0;
}

static void *one(void *p) { return in(1); }
static void *two(void *p) { return in(2); }

int main(void)
{
	in_threads(one, two);
	return 0;
}
