/* Two threads that use the code at the same time. Fencepost runs them in all orders
   that the memory model allows; another compiler makes a test of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
{{headers}}
/* An example: a message and a flag. Put the code to be checked in its place. */
static int message;
static atomic_int ready;

static void *first(void *arg)
{
	message = 42;
	atomic_store_explicit(&ready, 1, memory_order_release);
	return arg;
}

static void *second(void *arg)
{
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(message == 42);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
