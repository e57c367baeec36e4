/* CoRW: coherence: a thread does not read what is newer than its later
 * write.
 *
 * observe: r1 x
 * sc:   0,1 0,2 2,1
 * tso:  sc
 * pso:  tso
 * pslo: pso
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r1;

static void *thread1(void *unused)
{
	(void)unused;
	r1 = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
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
