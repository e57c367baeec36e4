/* A thread that waits for its own end.
 *
 * all: deadlock: thread 0 at @join in main for a thread to end
 */
#include <pthread.h>
#include <stddef.h>

int main(void)
{
	pthread_t self = pthread_self();
	/*@join*/ pthread_join(self, NULL);
	return 0;
}
