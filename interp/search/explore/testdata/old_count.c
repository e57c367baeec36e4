/* The load of the counter may read an old value under pslo. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int c, x;
static int g;
static void *one(void *p)
{
	atomic_fetch_add_explicit(&c, 1, memory_order_relaxed);
	atomic_store(&x, 1);
	return p;
}
static void *two(void *p)
{
	if (atomic_load_explicit(&x, memory_order_relaxed))
		g = 1 + atomic_load_explicit(&c, memory_order_relaxed); // pslo: 1 or 2
	return p;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
