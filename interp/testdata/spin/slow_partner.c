/* The partner takes long; the waiting threads take no steps meanwhile, so few
 * steps are enough: 2000 are the partner's own.
 *
 * options: runs=200 steps=2300
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int flag, work;

static void *waiter(void *unused)
{
	while (!flag)
		;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, waiter, NULL);
	pthread_create(&b, NULL, waiter, NULL);
	for (int i = 0; i < 300; i++)
		work = i;
	flag = 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
