/* A lock taken by exchange. A thread takes it and gives it back, another tries to take it
 * and keeps it. -DBROKEN takes it by a load and a store.
 *
 * linearizable lock: yes
 * linearizable -DBROKEN lock: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int held;

static bool take(void)
{
#ifdef BROKEN
	if (atomic_load_explicit(&held, memory_order_acquire))
		return false;
	atomic_store_explicit(&held, 1, memory_order_relaxed);
	return true;
#else
	return !atomic_exchange_explicit(&held, 1, memory_order_acquire);
#endif
}

static void lock(long t)
{
	method_begin("lock", t);
	while (!take())
		;
	method_end(0);
}

static bool trylock(long t)
{
	method_begin("trylock", t);
	bool taken = take();
	method_end(taken);
	return taken;
}

static void unlock(long t)
{
	method_begin("unlock", t);
	atomic_store_explicit(&held, 0, memory_order_release);
	method_end(0);
}

static void *two(void *p) { trylock(2); return p; }

int main(void)
{
	pthread_t t;
	lock(1);
	unlock(1);
	pthread_create(&t, 0, two, 0);
	if (trylock(1))
		unlock(1);
	pthread_join(t, 0);
	trylock(3);
	return 0;
}
