/* A mutex is destroyed while it is held.
 *
 * all: misuse of a lock at @use, in main
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	/*@use*/ pthread_mutex_destroy(&m);
	return 0;
}
