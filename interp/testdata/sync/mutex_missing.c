/* One of the threads does not lock.
 *
 * options: exhaustive
 * all: completed
 * all: assertion failed at @check, in main
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *unused)
{
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	x++;
	pthread_join(a, NULL);
	/*@check*/ assert(x == 2);
	return 0;
}
