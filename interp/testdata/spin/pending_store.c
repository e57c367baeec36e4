/* A waiting loop that a pending store will end is no livelock, even if the
 * thread that holds it has ended or waits itself.
 *
 * options: exhaustive=sc,tso,pso runs=1000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int a, b;

static void *one(void *unused)
{
	a = 1;
	while (!b)
		;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	b = 1;
	while (!a)
		;
	return 0;
}
