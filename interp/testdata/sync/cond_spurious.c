/* A wait may end of itself: no loop tests the flag again. That is no way out of a
 * wait for ever.
 *
 * options: exhaustive
 * all: completed
 * all: assertion failed at @assert, in main
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *producer(void *unused)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, producer, 0);
	pthread_mutex_lock(&m);
	if (!ready)
		pthread_cond_wait(&c, &m);
	/*@assert*/ assert(ready);
	pthread_mutex_unlock(&m);
	pthread_join(a, 0);
	return 0;
}
