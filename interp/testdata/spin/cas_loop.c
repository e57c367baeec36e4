/* A lock by compare-exchange: a failing one only reads.
 *
 * options: runs=1000
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int x;

static void *worker(void *unused)
{
	for (int i = 0; i < 2; i++) {
		int expected = 0;
		while (!atomic_compare_exchange_weak(&lock, &expected, 1))
			expected = 0;
		x++;
		atomic_store_explicit(&lock, 0, memory_order_release);
	}
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	assert(x == 4);
	return 0;
}
