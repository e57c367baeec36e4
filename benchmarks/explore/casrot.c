/* casrot: thread i replaces i - 1 by i.
 *
 * executions  N=10: sc 38486, tso 38486, c11 38486
 * executions  N=11: sc 182905, tso 182905, c11 182905
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif

static atomic_int x;

static void *run(void *arg)
{
	int i = (int)(intptr_t)arg;
	int before = i - 1;

	atomic_compare_exchange_strong_explicit(&x, &before, i, memory_order_relaxed,
	                                        memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, run, (void *)(intptr_t)(i + 1));
	return 0;
}
