/* A set of small numbers as the bits of a word. -DBROKEN adds by a load and a store.
 *
 * linearizable set: yes
 * linearizable -DBROKEN set: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint bits;

static void add(int v)
{
	method_begin("add", v);
#ifdef BROKEN
	unsigned old = atomic_load_explicit(&bits, memory_order_acquire);
	atomic_store_explicit(&bits, old | 1u << v, memory_order_release);
#else
	unsigned old = atomic_fetch_or_explicit(&bits, 1u << v, memory_order_acq_rel);
#endif
	method_end(!(old >> v & 1));
}

static void delete(int v)
{
	method_begin("delete", v);
	unsigned old = atomic_fetch_and_explicit(&bits, ~(1u << v), memory_order_acq_rel);
	method_end(old >> v & 1);
}

static void contains(int v)
{
	method_begin("contains", v);
	method_end(atomic_load_explicit(&bits, memory_order_acquire) >> v & 1);
}

static void *one(void *p) { add(1); delete(2); return p; }
static void *two(void *p) { add(2); contains(1); return p; }

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	add(1);
	pthread_join(t, 0);
	pthread_join(u, 0);
	contains(1);
	contains(2);
	return 0;
}
