/* Waiting loops in waiting loops, as in Dekker's algorithm, and one that waits
 * for what never comes unless the outer loop is left.
 *
 * options: runs=1000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int stop, turn;

static void *waiter(void *unused)
{
	while (!stop)
		for (int i = 0; i < 3; i++)
			while (turn && !stop)
				;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	turn = 1;
	turn = 0;
	turn = 1;
	stop = 1;
	pthread_join(a, NULL);
	return 0;
}
