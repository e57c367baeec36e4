#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int to_a, to_b;

static void *a(void *arg)
{
	if (atomic_load_explicit(&to_a, memory_order_relaxed))
		atomic_store_explicit(&to_b, 1, memory_order_relaxed);
	return arg;
}

static void *b(void *arg)
{
	if (atomic_load_explicit(&to_b, memory_order_relaxed))
		atomic_store_explicit(&to_a, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(!to_a);
	return 0;
}
