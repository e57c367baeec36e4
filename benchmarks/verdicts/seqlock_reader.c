/* seqlock_reader: a sequence lock whose reader lacks its fence.
 *
 * verdict: buggy
 * causes: 1
 * fix: acquire
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seq, a, b;

static void *writer(void *arg)
{
	atomic_store_explicit(&seq, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&a, 1, memory_order_relaxed);
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	atomic_store_explicit(&seq, 2, memory_order_release);
	return arg;
}

static void *reader(void *arg)
{
	int s, x, y;
	do {
		s = atomic_load_explicit(&seq, memory_order_acquire);
		x = atomic_load_explicit(&a, memory_order_relaxed);
		y = atomic_load_explicit(&b, memory_order_relaxed);
	} while (s % 2 || atomic_load_explicit(&seq, memory_order_relaxed) != s);
	assert(x == y);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
