/* dcl: double-checked locking; the pointer is read without the lock.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

struct config {
	int size;
};
static _Atomic(struct config *) shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
	struct config *c = LOAD(shared);
	LL;
	if (!c) {
		pthread_mutex_lock(&lock);
		c = LOAD(shared);
		if (!c) {
			c = malloc(sizeof *c);
			c->size = 7;
			SS;
			STORE(shared, c);
		}
		pthread_mutex_unlock(&lock);
	}
	return c;
}

static void *run(void *arg)
{
	(void)arg;
	assert(get()->size == 7);
	return NULL;
}

int main(void)
{
	THREADS(3, run);
	return 0;
}
