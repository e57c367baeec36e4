/* A mutex in the heap that nobody initialised.
 *
 * all: misuse of a lock at @use, in main
 */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);
	/*@use*/ pthread_mutex_lock(m);
	return 0;
}
