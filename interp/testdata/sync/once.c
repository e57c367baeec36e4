/* The initialiser runs once, and is over when pthread_once returns.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made, data;

static void make(void)
{
	made++;
	data = 5;
}

static void *worker(void *unused)
{
	pthread_once(&once, make);
	assert(data == 5);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	assert(made == 1);
	return 0;
}
