/* SB+rmw-read: store buffering: each thread writes one variable and reads
 * the other. The reads add zero.
 *
 * observe: r1 r2
 * sc:   0,1 1,0 1,1
 * tso:  sc
 * pso:  tso + 0,0
 * pslo: pso
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	r1 = atomic_fetch_add_explicit(&y, 0, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	r2 = atomic_fetch_add_explicit(&x, 0, memory_order_relaxed);
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
