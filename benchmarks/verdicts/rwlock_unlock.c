/* rwlock_unlock: a read-write lock whose readers leave with a relaxed decrement.
 *
 * verdict: buggy
 * causes: 1
 * fix: release
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int readers; /* -1: a writer is in */
static int shared;

static void *reader(void *arg)
{
	int n = atomic_load_explicit(&readers, memory_order_relaxed);
	if (n >= 0 && atomic_compare_exchange_strong_explicit(&readers, &n, n + 1, memory_order_acquire, memory_order_relaxed)) {
		assert(shared >= 0);
		atomic_fetch_sub_explicit(&readers, 1, memory_order_relaxed);
	}
	return arg;
}

static void *writer(void *arg)
{
	int n = 0;
	if (atomic_compare_exchange_strong_explicit(&readers, &n, -1, memory_order_acquire, memory_order_relaxed)) {
		shared = 1;
		atomic_store_explicit(&readers, 0, memory_order_release);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, writer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
