/* Semaphores pass a value to and fro.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t full, empty;
static int slot;

static void *producer(void *unused)
{
	for (int i = 1; i <= 2; i++) {
		sem_wait(&empty);
		slot = i;
		sem_post(&full);
	}
	return unused;
}

int main(void)
{
	pthread_t a;
	int n;

	sem_init(&full, 0, 0);
	sem_init(&empty, 0, 1);
	assert(sem_trywait(&full) == -1 && errno == EAGAIN);
	sem_getvalue(&empty, &n);
	assert(n == 1);
	pthread_create(&a, NULL, producer, NULL);
	for (int i = 1; i <= 2; i++) {
		sem_wait(&full);
		assert(slot == i);
		sem_post(&empty);
	}
	pthread_join(a, NULL);
	assert(sem_trywait(&empty) == 0);
	sem_destroy(&full);
	sem_destroy(&empty);
	return 0;
}
