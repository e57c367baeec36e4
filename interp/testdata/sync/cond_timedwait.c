/* A wait with a time limit ends without a signal, too, and holds the mutex.
 *
 * options: exhaustive
 * all: completed
 * all: completed with status 1
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *producer(void *unused)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;
	struct timespec soon = {0, 1};
	int error = 0;

	pthread_create(&a, NULL, producer, NULL);
	pthread_mutex_lock(&m);
	if (!ready)
		error = pthread_cond_timedwait(&c, &m, &soon);
	assert(error ? error == ETIMEDOUT : ready);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return error != 0;
}
