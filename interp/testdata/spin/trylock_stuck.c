/* Waiting by trylock for a mutex that nobody releases.
 *
 * options: exhaustive
 * all: livelock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @loop in worker for a value to change
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
	/*@loop*/ while (pthread_mutex_trylock(&m))
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_mutex_lock(&m);
	pthread_create(&a, NULL, worker, NULL);
	/*@join*/ pthread_join(a, NULL);
	return 0;
}
