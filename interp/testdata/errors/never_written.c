/* A heap block is published before its content, in program order.
 *
 * all: completed
 * all: read of never-written memory at @use, allocated at @new, in reader
 */
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *reader(void *unused)
{
	int *p = shared;
	if (p)
		return /*@use*/ *p ? unused : NULL;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, reader, NULL);
	int *p = /*@new*/ malloc(sizeof *p);
	shared = p;
	*p = 0;
	pthread_join(a, NULL);
	return 0;
}
