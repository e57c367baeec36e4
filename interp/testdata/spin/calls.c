/* A waiting loop that calls functions, one of which has a loop: few steps are
 * enough.
 *
 * options: runs=100 steps=3000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int flags[4], work;

static int get(int i) { return flags[i]; }

static int all(void)
{
	int n = 0;
	for (int i = 0; i < 4; i++)
		n += get(i);
	return n == 4;
}

static void *waiter(void *unused)
{
	while (!all())
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	for (int i = 0; i < 1000; i++)
		work = i;
	for (int i = 0; i < 4; i++)
		flags[i] = 1;
	pthread_join(a, NULL);
	return 0;
}
