/* S: one thread writes data, then a flag; the other reads the flag, then
 * writes the data.
 *
 * observe: r1 x
 * sc:   0,1 0,2 1,1
 * tso:  sc
 * pso:  tso + 1,2
 * pslo: pso
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1;

static void *thread1(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	r1 = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
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
