#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int given_to_a, given_to_b;
static atomic_int got_a, got_b;

static void *a(void *arg)
{
	int got = atomic_load_explicit(&given_to_a, memory_order_relaxed);
	atomic_store_explicit(&given_to_b, 1, memory_order_relaxed);
	atomic_store_explicit(&got_a, got, memory_order_relaxed);
	return arg;
}

static void *b(void *arg)
{
	int got = atomic_load_explicit(&given_to_b, memory_order_relaxed);
	atomic_store_explicit(&given_to_a, 1, memory_order_relaxed);
	atomic_store_explicit(&got_b, got, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(!(got_a && got_b));
	return 0;
}
