/* A mutex that nobody holds is unlocked.
 *
 * all: misuse of a lock at @use, in main
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	/*@use*/ pthread_mutex_unlock(&m);
	return 0;
}
