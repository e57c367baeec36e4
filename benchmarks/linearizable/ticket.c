/* A ticket lock, as that of verdicts/ticket.c. -DBROKEN draws a ticket by a load and a
 * store.
 *
 * linearizable lock: yes
 * linearizable -DBROKEN lock: no
 */
#include "structure.h"
#undef main

static atomic_int next, serving;

static void take(void)
{
#ifdef BROKEN
	int mine = atomic_load_explicit(&next, memory_order_relaxed);
	atomic_store_explicit(&next, mine + 1, memory_order_relaxed);
#else
	int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
#endif
	while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
		;
}

static void give(void)
{
	int mine = atomic_load_explicit(&serving, memory_order_relaxed);
	atomic_store_explicit(&serving, mine + 1, memory_order_release);
}

static void *one(void *p) { section(1, take, give); return p; }
static void *two(void *p) { section(2, take, give); return p; }

int main(void)
{
	in_threads(one, two);
	return 0;
}
