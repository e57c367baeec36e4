/* A failing double compare-and-swap only reads.
 *
 * options: exhaustive=sc,tso,pso runs=1000
 * all: completed
 */
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void *worker(void *unused)
{
	while (!dcas(&x, &y, 1, 1, 2, 3))
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	x = 1;
	y = 1;
	pthread_join(a, NULL);
	assert(x == 2 && y == 3);
	return 0;
}
