/* pthread_exit ends main alone: the program goes on, and its exit status is 0.
 *
 * all: assertion failed at @late, in worker
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *unused)
{
	while (!x)
		;
	/*@late*/ assert(0);
	return unused;
}

static void leave(void)
{
	x = 1;
	pthread_exit(NULL);
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	leave();
	return 1;
}
