/* A failed assertion in a helper; it holds in other executions.
 *
 * all: completed
 * all: assertion failed at @check, in check < writer
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void check(void)
{
	/*@check*/ assert(x == 0);
}

static void *writer(void *unused)
{
	check();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, writer, NULL);
	x = 1;
	pthread_join(a, NULL);
	return 0;
}
