/* indexer: threads put messages into a hash table; only from twelve threads on
 * do they meet.
 *
 * executions  N=14: sc 512, tso 512, c11 512
 * executions  N=15: sc 4096, tso 4096, c11 4096
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 14
#endif

#define SIZE 128
#define MAX 4

static atomic_int table[SIZE];

static void *run(void *arg)
{
	int t = (int)(intptr_t)arg;

	for (int i = 0; i < MAX; i++) {
		int w = i * 11 + t;
		int h = (w * 7) % SIZE;
		int empty = 0;

		while (!atomic_compare_exchange_strong_explicit(&table[h], &empty, w,
		                                                memory_order_relaxed,
		                                                memory_order_relaxed)) {
			h = (h + 1) % SIZE;
			empty = 0;
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, run, (void *)(intptr_t)i);
	return 0;
}
