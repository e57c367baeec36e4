/* mpmc_flag: slots claimed by a counter, whose flags are relaxed stores.
 *
 * verdict: buggy
 * causes: 1
 * fix: release
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slot[2];
static atomic_int claimed, written[2];

static void *producer(void *arg)
{
	int k = atomic_fetch_add_explicit(&claimed, 1, memory_order_relaxed);
	slot[k] = 5;
	atomic_store_explicit(&written[k], 1, memory_order_relaxed);
	for (int i = 0; i < 2; i++)
		if (atomic_load_explicit(&written[i], memory_order_acquire))
			assert(slot[i] == 5);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, producer, 0);
	pthread_create(&b, 0, producer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
