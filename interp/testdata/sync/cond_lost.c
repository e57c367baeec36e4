/* The flag is tested without the mutex: the wake-up may be lost.
 *
 * options: exhaustive
 * all: completed
 * all: deadlock: thread 0 at @wait in main for a condition variable
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *producer(void *unused)
{
	atomic_store(&ready, 1);
	pthread_cond_signal(&c);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, producer, NULL);
	pthread_mutex_lock(&m);
	if (!atomic_load(&ready))
		/*@wait*/ pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
