/* counter_atomic: two threads count in an atomic variable.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;

static void *run(void *arg)
{
	atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(hits == 2);
	return 0;
}
