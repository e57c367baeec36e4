/* 2+2W+ss: both threads write two variables, in opposite order. Store-store
 * fences.
 *
 * observe: x y
 * sc:   1,2 2,1 2,2
 * tso:  sc
 * pso:  tso
 * pslo: pso
 */
#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *thread1(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	fence_ss();
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	fence_ss();
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
