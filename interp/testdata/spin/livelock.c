/* Each waits for the other's flag.
 *
 * all: livelock: thread 0 at @a in wait_for < main for a value to change,
 *   thread 1 at @a in wait_for < other for a value to change
 */
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void wait_for(int *flag)
{
	/*@a*/ while (!*flag)
		;
}

static void *other(void *unused)
{
	wait_for(&x);
	y = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, other, NULL);
	wait_for(&y);
	x = 1;
	pthread_join(a, NULL);
	return 0;
}
