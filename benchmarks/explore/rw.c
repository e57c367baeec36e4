/* rw: every thread reads x, then stores a value of its own to it.
 *
 * executions  N=5: c11 14400
 * executions  N=6: c11 518400
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

static atomic_int x;

static void *run(void *arg)
{
	(void)atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&x, (int)(intptr_t)arg, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, run, (void *)(intptr_t)(i + 1));
	return 0;
}
