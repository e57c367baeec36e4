/* A consumer waits for a value in the way it should be done.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full, value;

static void *producer(void *unused)
{
	pthread_mutex_lock(&m);
	value = 7;
	full = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, producer, NULL);
	pthread_mutex_lock(&m);
	while (!full)
		pthread_cond_wait(&c, &m);
	assert(value == 7);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
