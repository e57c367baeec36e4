/* readers: one store, and many threads that read it once.
 *
 * executions  N=14: sc 16384, tso 16384, c11 16384
 * executions  N=17: sc 131072, tso 131072, c11 131072
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 14
#endif

static atomic_int x;

static void *writer(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 42, memory_order_release);
	return NULL;
}

static void *reader(void *unused)
{
	(void)unused;
	(void)atomic_load_explicit(&x, memory_order_acquire);
	return NULL;
}

int main(void)
{
	pthread_t t[N + 1];

	pthread_create(&t[0], NULL, writer, NULL);
	for (int i = 1; i <= N; i++)
		pthread_create(&t[i], NULL, reader, NULL);
	for (int i = 0; i <= N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
