/* A compare-exchange that fails for no reason is tried again.
 *
 * options: runs=1000 weak-fail
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int n;

static void *worker(void *unused)
{
	int old = n;
	while (!atomic_compare_exchange_weak(&n, &old, old + 1))
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	assert(n == 2);
	return 0;
}
