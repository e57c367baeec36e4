/* Whether the time limit passes is a choice.
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

static void *worker(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;
	struct timespec soon = {0, 1};

	pthread_create(&a, NULL, worker, NULL);
	int error = pthread_mutex_timedlock(&m, &soon);
	assert(error == 0 || error == ETIMEDOUT);
	if (!error)
		pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return error != 0;
}
