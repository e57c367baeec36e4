/* R: one thread writes two variables; the other writes the second and reads
 * the first.
 *
 * observe: r1 y
 * sc:   0,1 1,1 1,2
 * tso:  sc + 0,2
 * pso:  tso
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
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	r1 = atomic_load_explicit(&x, memory_order_relaxed);
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
