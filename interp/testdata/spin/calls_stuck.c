/* As calls, but one of the flags is never set.
 *
 * all: livelock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @loop in waiter for a value to change
 */
#include <pthread.h>
#include <stddef.h>

static int flags[4];

static int get(int i) { return flags[i]; }

static int all(void)
{
	int n = 0;
	for (int i = 0; i < 4; i++)
		n += get(i);
	return n == 4;
}

static void *waiter(void *unused)
{
	/*@loop*/ while (!all())
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	for (int i = 0; i < 3; i++)
		flags[i] = 1;
	/*@join*/ pthread_join(a, NULL);
	return 0;
}
