/* A store to a variable of main's, which its function leaves before the store
 * has left the other thread's buffer.
 *
 * sc: completed
 * tso pso pslo: completed
 * tso pso pslo: use after free of x at @store, allocated at @def, in writer
 */
#include <pthread.h>
#include <stddef.h>

static int started, stopped;
static int *p;

static void *writer(void *unused)
{
	started = 1;
	if (!stopped)
		/*@store*/ *p = 1;
	return unused;
}

static pthread_t start(void)
{
	pthread_t a;
	int /*@def*/ x = 0;

	p = &x;
	pthread_create(&a, NULL, writer, NULL);
	stopped = 1;
	if (started)
		pthread_join(a, NULL);
	return a;
}

int main(void)
{
	start();
	return 0;
}
