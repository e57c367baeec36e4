/* A value that changes and changes back wakes the waiting thread, which may see
 * it or not.
 *
 * options: exhaustive=sc,tso,pso runs=1000
 * all: completed
 * all: livelock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @loop in waiter for a value to change
 */
#include <pthread.h>
#include <stddef.h>

static int x;

static void *waiter(void *unused)
{
	/*@loop*/ while (!x)
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	x = 1;
	x = 0;
	/*@join*/ pthread_join(a, NULL);
	return 0;
}
