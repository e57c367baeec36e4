/* coa: many stores to two variables, each read once, beside two stores to x.
 *
 * executions  N=2: sc 15, tso 16, c11 16
 * executions  N=3: sc 130, tso 144, c11 144
 * executions  N=4: sc 2028, tso 2304, c11 2304
 * executions  N=5: sc 49776, tso 57600, c11 57600
 * executions  N=6: c11 2073600
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int x, y, z;

static void *first(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 1, memory_order_release);
	(void)atomic_load_explicit(&y, memory_order_acquire);
	(void)atomic_load_explicit(&x, memory_order_acquire);
	return NULL;
}

static void *second(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 2, memory_order_release);
	(void)atomic_load_explicit(&z, memory_order_acquire);
	(void)atomic_load_explicit(&x, memory_order_acquire);
	return NULL;
}

static void *both(void *arg)
{
	int i = (int)(intptr_t)arg;

	atomic_store_explicit(&y, i, memory_order_release);
	atomic_store_explicit(&z, i, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t a, b, c[N];

	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	for (int i = 0; i < N - 1; i++)
		pthread_create(&c[i], NULL, both, (void *)(intptr_t)i);
	return 0;
}
