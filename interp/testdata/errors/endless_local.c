/* An endless loop that does nothing.
 *
 * all: livelock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @loop in stuck < worker for nothing: an endless loop
 */
#include <pthread.h>
#include <stddef.h>

static void stuck(void)
{
	/*@loop*/ for (;;)
		;
}

static void *worker(void *unused)
{
	stuck();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	/*@join*/ pthread_join(a, NULL);
	return 0;
}
