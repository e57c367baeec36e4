#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int fire, flood;
static atomic_int fire_first, flood_first;

static void *see_fire(void *arg)
{
	atomic_store_explicit(&fire, 1, memory_order_release);
	return arg;
}

static void *see_flood(void *arg)
{
	atomic_store_explicit(&flood, 1, memory_order_release);
	return arg;
}

static void *guard(void *arg)
{
	if (atomic_load_explicit(&fire, memory_order_acquire))
		if (!atomic_load_explicit(&flood, memory_order_acquire))
			atomic_store_explicit(&fire_first, 1, memory_order_relaxed);
	return arg;
}

static void *other_guard(void *arg)
{
	if (atomic_load_explicit(&flood, memory_order_acquire))
		if (!atomic_load_explicit(&fire, memory_order_acquire))
			atomic_store_explicit(&flood_first, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t a, b, c, d;
	pthread_create(&a, 0, see_fire, 0);
	pthread_create(&b, 0, see_flood, 0);
	pthread_create(&c, 0, guard, 0);
	pthread_create(&d, 0, other_guard, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	pthread_join(d, 0);
	assert(!(fire_first && flood_first));
	return 0;
}
