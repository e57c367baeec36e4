/* A recursive mutex that a thread makes by assignment: its kind may still be
 * in the thread's buffer.
 *
 * options: exhaustive
 * all: completed
 */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
	pthread_mutex_t *m = malloc(sizeof *m);
	*m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	pthread_mutex_lock(m);
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
	pthread_mutex_unlock(m);
	free(m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	pthread_join(a, NULL);
	return 0;
}
