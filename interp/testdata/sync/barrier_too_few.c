/* A barrier for three, two arrive.
 *
 * options: exhaustive
 * all: deadlock: thread 0 at @wait in worker < main for a barrier,
 *   thread 1 at @wait in worker for a barrier
 */
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *worker(void *unused)
{
	/*@wait*/ pthread_barrier_wait(&barrier);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_barrier_init(&barrier, NULL, 3);
	pthread_create(&a, NULL, worker, NULL);
	worker(NULL);
	return 0;
}
