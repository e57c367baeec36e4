/* A thread awaits a count by relaxed loads, and then reads it by an acquire: what comes after that is ordered. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int c, x;
static void *one(void *p)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&c, 2, memory_order_release);
	return p;
}
static void *two(void *p)
{
	while (atomic_load_explicit(&c, memory_order_relaxed) < 1)
		;
	if (atomic_load_explicit(&c, memory_order_acquire) == 2)
		atomic_store_explicit(&x, 6, memory_order_relaxed); // the last
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
