/* commits: two threads store to x and count how often they read their own
 * value back, until they have done so N times. What the bound on the
 * iterations cuts short is counted too.
 *
 * unroll 6
 * executions  N=3: c11 31132
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int x, n = N;

static void *run(void *arg)
{
	int j = (int)(intptr_t)arg;
	int i = 0;

	while (i < atomic_load_explicit(&n, memory_order_acquire)) {
		atomic_store_explicit(&x, j, memory_order_release);
		if (atomic_load_explicit(&x, memory_order_acquire) == j)
			i++;
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, (void *)(intptr_t)1);
	pthread_create(&b, NULL, run, (void *)(intptr_t)2);
	return 0;
}
