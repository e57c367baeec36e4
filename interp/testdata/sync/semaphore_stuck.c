/* One post, two waits.
 *
 * options: exhaustive
 * all: deadlock: thread 0 at @main in main for a semaphore
 * all: deadlock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @wait in waiter for a semaphore
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;

static void *waiter(void *unused)
{
	/*@wait*/ sem_wait(&s);
	return unused;
}

int main(void)
{
	pthread_t a;

	sem_init(&s, 0, 1);
	pthread_create(&a, NULL, waiter, NULL);
	/*@main*/ sem_wait(&s);
	/*@join*/ pthread_join(a, NULL);
	return 0;
}
