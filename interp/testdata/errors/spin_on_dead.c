/* A thread waits for a change of a variable that dies: to read it again is an
 * error, not a livelock.
 *
 * all: use after free of x at @use, allocated at @def, in waiter
 */
#include <pthread.h>
#include <stddef.h>

static pthread_t t;

static void *waiter(void *p)
{
	int *flag = p;
	while (!/*@use*/ *flag)
		;
	return NULL;
}

static void start(void)
{
	int /*@def*/ x = 0;
	pthread_create(&t, NULL, waiter, &x);
}

int main(void)
{
	start();
	pthread_join(t, NULL);
	return 0;
}
