/* abort in a thread.
 *
 * all: abort at @use, in give_up < worker
 */
#include <pthread.h>
#include <stdlib.h>

static void give_up(void) { /*@use*/ abort(); }

static void *worker(void *unused)
{
	give_up();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	pthread_join(a, NULL);
	return 0;
}
