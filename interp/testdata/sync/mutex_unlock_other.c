/* A mutex is unlocked by a thread that does not hold it.
 *
 * options: exhaustive
 * all: misuse of a lock at @use, in worker
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
	/*@use*/ pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_mutex_lock(&m);
	pthread_create(&a, NULL, worker, NULL);
	pthread_join(a, NULL);
	return 0;
}
