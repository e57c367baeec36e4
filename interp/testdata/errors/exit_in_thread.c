/* exit in a thread ends all; its status is no error. Main may be faster.
 *
 * all: completed
 * all: completed with status 3
 */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
	exit(3);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	return 0;
}
