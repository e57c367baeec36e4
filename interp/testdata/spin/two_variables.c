/* A loop that reads two variables, each of which may end it; PSLO may read them
 * stale and out of order.
 *
 * options: runs=2000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void *waiter(void *unused)
{
	while (!x || !y)
		;
	while (x && y)
		;
	return unused;
}

static void *one(void *unused)
{
	x = 1;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, waiter, NULL);
	pthread_create(&b, NULL, one, NULL);
	y = 1;
	pthread_join(b, NULL);
	y = 2;
	y = 0;
	y = 1;
	y = 0;
	pthread_join(a, NULL);
	return 0;
}
