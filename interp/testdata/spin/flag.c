/* The simplest wait.
 *
 * options: runs=2000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int flag;

static void *waiter(void *unused)
{
	while (!flag)
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	flag = 1;
	pthread_join(a, NULL);
	return 0;
}
