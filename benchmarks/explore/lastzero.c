/* lastzero: one thread looks for the last zero of an array that the others fill.
 *
 * executions  N=10: sc 3328, tso 3328, c11 3328
 * executions  N=13: sc 32768, tso 32768, c11 32768
 * executions  N=14: sc 69632, tso 69632, c11 69632
 * executions  N=15: sc 147456, tso 147456, c11 147456
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif

static atomic_int a[N + 1];

static void *look(void *unused)
{
	int i = N;

	(void)unused;
	while (atomic_load_explicit(&a[i], memory_order_acquire) != 0)
		i--;
	return NULL;
}

static void *fill(void *arg)
{
	int j = (int)(intptr_t)arg;
	int before = atomic_load_explicit(&a[j - 1], memory_order_acquire);

	atomic_store_explicit(&a[j], before + 1, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t t[N + 1];

	pthread_create(&t[0], NULL, look, NULL);
	for (int i = 1; i <= N; i++)
		pthread_create(&t[i], NULL, fill, (void *)(intptr_t)i);
	return 0;
}
