/* ainc: every thread increments x atomically.
 *
 * executions  N=8: c11 40320
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

static atomic_int x;

static void *run(void *unused)
{
	(void)unused;
	atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, run, NULL);
	return 0;
}
