/* SB: store buffering with release stores and acquire loads.
 *
 * executions  sc 3, tso 4, c11 4
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *left(void *unused)
{
	(void)unused;
	atomic_store_explicit(&x, 1, memory_order_release);
	(void)atomic_load_explicit(&y, memory_order_acquire);
	return NULL;
}

static void *right(void *unused)
{
	(void)unused;
	atomic_store_explicit(&y, 1, memory_order_release);
	(void)atomic_load_explicit(&x, memory_order_acquire);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, left, NULL);
	pthread_create(&b, NULL, right, NULL);
	return 0;
}
