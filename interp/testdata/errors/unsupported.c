/* What is not supported ends the execution that meets it, and no other.
 *
 * all: completed
 * all: not supported at @use, in main
 */
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *set(void *unused)
{
	x = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, set, NULL);
	if (x)
		/*@use*/ malloc(1L << 40);
	pthread_join(a, NULL);
	return 0;
}
