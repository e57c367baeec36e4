/* RWC+sl: read to write causality: a thread reads a write, then a variable
 * that a third writes before it reads the first. A store-load fence in the
 * third.
 *
 * observe: r1 r2 r3
 * sc:   0,0,0 0,0,1 0,1,0 0,1,1 1,0,1 1,1,0 1,1,1
 * tso:  sc
 * pso:  tso
 * pslo: pso + 1,0,0
 */
#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1, r2, r3;

static void *thread1(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	r1 = atomic_load_explicit(&x, memory_order_relaxed);
	r2 = atomic_load_explicit(&y, memory_order_relaxed);
	return NULL;
}

static void *thread3(void *unused)
{
	(void)unused;
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	fence_sl();
	r3 = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_create(&c, NULL, thread3, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
