#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int letter, told;

static void *sender(void *arg)
{
	atomic_store_explicit(&letter, 42, memory_order_relaxed);
	return arg;
}

static void *carrier(void *arg)
{
	if (atomic_load_explicit(&letter, memory_order_relaxed) == 42)
		atomic_store_explicit(&told, 1, memory_order_relaxed);
	return arg;
}

static void *receiver(void *arg)
{
	if (atomic_load_explicit(&told, memory_order_acquire))
		assert(atomic_load_explicit(&letter, memory_order_relaxed) == 42);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, 0, sender, 0);
	pthread_create(&b, 0, carrier, 0);
	pthread_create(&c, 0, receiver, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
