/* An error checking mutex answers misuse with an error number.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *worker(void *unused)
{
	assert(pthread_mutex_unlock(&m) == EPERM);
	return unused;
}

int main(void)
{
	pthread_t a;

	assert(pthread_mutex_unlock(&m) == EPERM);
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_lock(&m) == EDEADLK);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_create(&a, NULL, worker, NULL);
	pthread_join(a, NULL);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_trylock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	return 0;
}
