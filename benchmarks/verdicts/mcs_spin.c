/* mcs_spin: an MCS lock that waits with relaxed loads.
 *
 * verdict: buggy
 * causes: 1
 * fix: acquire
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
	_Atomic(struct node *) next;
	atomic_int wait;
};
static _Atomic(struct node *) tail;
static int shared;

static void *run(void *arg)
{
	struct node me = {0};
	atomic_init(&me.wait, 1);
	struct node *before = atomic_exchange_explicit(&tail, &me, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&before->next, &me, memory_order_release);
		while (atomic_load_explicit(&me.wait, memory_order_relaxed))
			;
	}
	shared++;
	struct node *after = atomic_load_explicit(&me.next, memory_order_acquire);
	if (!after) {
		struct node *own = &me;
		if (atomic_compare_exchange_strong_explicit(&tail, &own, 0, memory_order_acq_rel, memory_order_relaxed))
			return arg;
		while (!(after = atomic_load_explicit(&me.next, memory_order_acquire)))
			;
	}
	atomic_store_explicit(&after->wait, 0, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(shared == 2);
	return 0;
}
