/* A read-write lock that nobody holds is unlocked.
 *
 * all: misuse of a lock at @use, in main
 */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	/*@use*/ pthread_rwlock_unlock(&l);
	return 0;
}
