/* trylock_lock: a lock that is taken with a relaxed exchange.
 *
 * verdict: buggy
 * causes: 1
 * fix: acquire
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int shared;

static void *run(void *arg)
{
	if (!atomic_exchange_explicit(&locked, 1, memory_order_relaxed)) {
		shared++;
		atomic_store_explicit(&locked, 0, memory_order_release);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
