/* A wait in a function of its own, called in a loop that tests the flag again:
 * that it may end of itself makes no difference, and is no loop without end.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static int is_ready(void) { return ready; }

static void await(void) { pthread_cond_wait(&c, &m); }

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
	while (!is_ready())
		await();
	assert(ready);
	pthread_mutex_unlock(&m);
	pthread_join(a, 0);
	return 0;
}
