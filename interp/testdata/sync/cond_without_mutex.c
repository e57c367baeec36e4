/* Waiting needs the mutex.
 *
 * all: misuse of a lock at @wait, in main
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void)
{
	/*@wait*/ pthread_cond_wait(&c, &m);
	return 0;
}
