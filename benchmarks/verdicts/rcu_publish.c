/* rcu_publish: a pointer to a new version is published with a relaxed store.
 *
 * verdict: buggy
 * causes: 1
 * fix: release
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
	int a, b;
};
static struct pair old = {1, 1}, fresh;
static _Atomic(struct pair *) current = &old;

static void *updater(void *arg)
{
	fresh.a = fresh.b = 2;
	atomic_store_explicit(&current, &fresh, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg)
{
	struct pair *p = atomic_load_explicit(&current, memory_order_acquire);
	assert(p->a == p->b);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, updater, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
