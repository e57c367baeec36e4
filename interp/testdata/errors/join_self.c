/* A thread that waits for its own end.
 *
 * all: deadlock: thread 0 at @join in main for a thread to end
 */
#include <pthread.h>
#include <stddef.h>

int main(void)
{
	/*@join*/ pthread_join(pthread_self(), NULL);
	return 0;
}
