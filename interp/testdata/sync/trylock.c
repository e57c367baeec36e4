/* trylock takes the mutex or does not wait; both happen.
 *
 * options: exhaustive
 * all: completed
 * all: completed with status 1
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
	pthread_mutex_lock(&m);
	inside++;
	assert(inside == 1);
	inside--;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	int failed = pthread_mutex_trylock(&m);
	assert(failed == 0 || failed == EBUSY);
	if (!failed) {
		inside++;
		assert(inside == 1);
		inside--;
		pthread_mutex_unlock(&m);
	}
	pthread_join(a, NULL);
	return failed != 0;
}
