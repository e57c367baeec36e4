/* dcl_store: double-checked locking that publishes with a relaxed store.
 *
 * verdict: buggy
 * causes: 1
 * fix: release
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int size;
};
static _Atomic(struct config *) shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	struct config *c = atomic_load_explicit(&shared, memory_order_acquire);
	if (!c) {
		pthread_mutex_lock(&lock);
		c = shared;
		if (!c) {
			c = malloc(sizeof *c);
			c->size = 7;
			atomic_store_explicit(&shared, c, memory_order_relaxed);
		}
		pthread_mutex_unlock(&lock);
	}
	assert(c->size == 7);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
