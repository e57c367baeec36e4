/* clh_look: in a lock of Craig, Landin and Hagersten the first look at the node of the
 * thread before is relaxed, though the looks of the loop are not. Who finds the lock free
 * at once does not synchronise with who had it.
 *
 * verdict: buggy
 * causes: 1
 * fix: acquire
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct node {
	atomic_int held;
};

static struct node first, nodes[2];
static _Atomic(struct node *) tail;
static int guarded;

static void *add(void *arg)
{
	struct node *mine = arg;
	atomic_store_explicit(&mine->held, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
	if (atomic_load_explicit(&before->held, memory_order_relaxed))
		while (atomic_load_explicit(&before->held, memory_order_acquire))
			sched_yield();
	guarded++;
	atomic_store_explicit(&mine->held, 0, memory_order_release);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	atomic_store_explicit(&first.held, 0, memory_order_relaxed);
	atomic_store_explicit(&tail, &first, memory_order_relaxed);
	pthread_create(&a, 0, add, &nodes[0]);
	pthread_create(&b, 0, add, &nodes[1]);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(guarded == 2);
	return 0;
}
