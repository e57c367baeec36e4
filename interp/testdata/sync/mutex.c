/* A mutex orders what it protects, plain accesses too.
 *
 * options: exhaustive
 * all: completed
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
	worker(NULL);
	pthread_join(a, NULL);
	assert(x == 2);
	pthread_mutex_destroy(&m);
	return 0;
}
