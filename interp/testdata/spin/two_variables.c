/* A loop that reads two variables, each of which may end it; PSLO may read them
 * stale and out of order.
 *
 * options: runs=2000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int x, y, a, b;

static void *waiter(void *unused)
{
	while (!x || !y)
		;
	while (a == b)
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
	pthread_t t, u;

	pthread_create(&t, NULL, waiter, NULL);
	pthread_create(&u, NULL, one, NULL);
	y = 1;
	pthread_join(u, NULL);
	a = 2;
	b = 2;
	a = 3;
	pthread_join(t, NULL);
	return 0;
}
