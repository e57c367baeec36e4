/* free commits the caller's own pending stores into the block, and nothing
 * else need be in memory.
 *
 * all: completed
 */
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *worker(void *unused)
{
	int *p = malloc(2 * sizeof *p);
	x = 1;
	p[0] = 1;
	p[1] = 2;
	free(p);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
