/* lock2inc: every thread increments x and y under one mutex.
 *
 * executions  N=8: c11 40320
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

static atomic_int x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	int a = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&x, a + 1, memory_order_relaxed);
	int b = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&y, b + 1, memory_order_relaxed);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, run, NULL);
	return 0;
}
