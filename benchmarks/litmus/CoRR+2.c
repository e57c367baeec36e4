/* CoRR+2: coherence: two threads see two writes to one variable in the same
 * order.
 *
 * observe: r1 r2 r3 r4
 * sc:   0,0,0,0 0,0,0,1 0,0,0,2 0,0,1,1 0,0,1,2 0,0,2,1 0,0,2,2 0,1,0,0 0,1,0,1 0,1,0,2 0,1,1,1 0,1,1,2 0,1,2,1 0,1,2,2 0,2,0,0 0,2,0,1 0,2,0,2 0,2,1,1 0,2,1,2 0,2,2,1 0,2,2,2 1,1,0,0 1,1,0,1 1,1,0,2 1,1,1,1 1,1,1,2 1,1,2,1 1,1,2,2 1,2,0,0 1,2,0,1 1,2,0,2 1,2,1,1 1,2,1,2 1,2,2,2 2,1,0,0 2,1,0,1 2,1,0,2 2,1,1,1 2,1,2,1 2,1,2,2 2,2,0,0 2,2,0,1 2,2,0,2 2,2,1,1 2,2,1,2 2,2,2,1 2,2,2,2
 * tso:  sc
 * pso:  tso
 * pslo: pso
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r1, r2, r3, r4;

static void *thread1(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return NULL;
}

static void *thread3(void *unused)
{
	(void)unused;
	r1 = atomic_load_explicit(&x, memory_order_relaxed);
	r2 = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}

static void *thread4(void *unused)
{
	(void)unused;
	r3 = atomic_load_explicit(&x, memory_order_relaxed);
	r4 = atomic_load_explicit(&x, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t a, b, c, d;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_create(&c, NULL, thread3, NULL);
	pthread_create(&d, NULL, thread4, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	pthread_join(d, NULL);
	return 0;
}
