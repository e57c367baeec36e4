/* dcl_plain: double-checked locking with a plain pointer.
 *
 * verdict: buggy
 * causes: 1
 * fix: atomic shared
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int size;
};
static struct config *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	struct config *c = shared;
	if (!c) {
		pthread_mutex_lock(&lock);
		c = shared;
		if (!c) {
			c = malloc(sizeof *c);
			c->size = 7;
			shared = c;
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
