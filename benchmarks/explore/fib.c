/* fib: two threads add Fibonacci numbers into x and y, a third looks whether
 * one got too large.
 *
 * executions  N=3: sc 1698, tso 2258, c11 2258
 * executions  N=4: sc 19605, tso 34205, c11 34205
 * executions  N=5: sc 218243, tso 525630, c11 525630
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int x = 1, y = 1;

static void *add_to_x(void *unused)
{
	(void)unused;
	for (int i = 0; i < N; i++) {
		int a = atomic_load_explicit(&x, memory_order_acquire);
		int b = atomic_load_explicit(&y, memory_order_acquire);
		atomic_store_explicit(&x, a + b, memory_order_release);
	}
	return NULL;
}

static void *add_to_y(void *unused)
{
	(void)unused;
	for (int i = 0; i < N; i++) {
		int a = atomic_load_explicit(&x, memory_order_acquire);
		int b = atomic_load_explicit(&y, memory_order_acquire);
		atomic_store_explicit(&y, a + b, memory_order_release);
	}
	return NULL;
}

static void *look(void *unused)
{
	(void)unused;
	if (atomic_load_explicit(&x, memory_order_acquire) <= 144)
		(void)atomic_load_explicit(&y, memory_order_acquire);
	return NULL;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, add_to_x, NULL);
	pthread_create(&b, NULL, add_to_y, NULL);
	pthread_create(&c, NULL, look, NULL);
	return 0;
}
