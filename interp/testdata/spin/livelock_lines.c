/* The lost update leaves one thread waiting for a value that never comes.
 *
 * options: runs=500
 * all: completed
 * all: livelock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @loop in one for a value to change
 */
#include <pthread.h>
#include <stddef.h>

static int n;

static void *one(void *unused)
{
	n++;
	/*@loop*/ while (n != 2)
		;
	return unused;
}

static void *two(void *unused)
{
	n++;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	/*@join*/ pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
