/* counter_split: an atomic counter that is read and written in two steps.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;

static void *run(void *arg)
{
	int n = atomic_load(&hits);
	atomic_store(&hits, n + 1);
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
