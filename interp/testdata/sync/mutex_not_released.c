/* A thread ends with the mutex.
 *
 * options: exhaustive
 * all: completed
 * all: deadlock: thread 0 at @lock in main for a mutex
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
	pthread_mutex_lock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	/*@lock*/ pthread_mutex_lock(&m);
	return 0;
}
