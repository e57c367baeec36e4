/* deque: a work-stealing deque with two tasks, its owner takes, two thieves steal.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom, done[2];

static void execute(int k)
{
	assert(atomic_fetch_add_explicit(&done[k], 1, memory_order_relaxed) == 0);
}

static void *owner(void *arg)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	int t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t < b)
		execute(b);
	else if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
		execute(b);
	return arg;
}

static void *thief(void *arg)
{
	int t = atomic_load_explicit(&top, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	int b = atomic_load_explicit(&bottom, memory_order_acquire);
	if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1))
		execute(t);
	return arg;
}

int main(void)
{
	atomic_store_explicit(&bottom, 2, memory_order_relaxed);
	pthread_t p[3];
	pthread_create(&p[0], 0, owner, 0);
	pthread_create(&p[1], 0, thief, 0);
	pthread_create(&p[2], 0, thief, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(p[i], 0);
	return 0;
}
