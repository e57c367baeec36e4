/* A reader that wants to write waits for itself.
 *
 * all: deadlock: thread 0 at @use in main for a read-write lock
 */
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
	pthread_rwlock_rdlock(&l);
	/*@use*/ pthread_rwlock_wrlock(&l);
	return 0;
}
