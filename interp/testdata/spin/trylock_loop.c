/* Waiting by trylock, with yields, and for a value that a mutex protects.
 *
 * options: runs=500
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *unused)
{
	while (pthread_mutex_trylock(&m))
		sched_yield();
	x++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	for (int done = 0; !done;) {
		pthread_mutex_lock(&m);
		done = x == 2;
		pthread_mutex_unlock(&m);
	}
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
