/* Loops with a counter are no waiting: they end, with or without a change.
 *
 * options: exhaustive
 * all: completed
 * all: completed with status 1
 */
#include <pthread.h>
#include <stddef.h>

static int flag;

static void *setter(void *unused)
{
	flag = 1;
	return unused;
}

int main(void)
{
	pthread_t a;
	int seen = 0;

	pthread_create(&a, NULL, setter, NULL);
	for (int i = 0; i < 4 && !seen; i++)
		seen = flag;
	pthread_join(a, NULL);
	return seen;
}
