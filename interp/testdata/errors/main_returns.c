/* The return from main ends threads that would run for ever, or fail.
 *
 * all: completed
 * all: assertion failed at @late, in worker
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *unused)
{
	x = 1;
	/*@late*/ assert(0);
	return unused;
}

static void *spinner(void *unused)
{
	while (x != 2)
		;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, spinner, NULL);
	pthread_create(&b, NULL, worker, NULL);
	return 0;
}
