/* Trying with a time limit, again and again.
 *
 * options: runs=500
 * all: completed
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t s;

static void *worker(void *unused)
{
	struct timespec soon = {0, 1};
	while (sem_timedwait(&s, &soon))
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	sem_init(&s, 0, 0);
	pthread_create(&a, NULL, worker, NULL);
	sem_post(&s);
	pthread_join(a, NULL);
	return 0;
}
