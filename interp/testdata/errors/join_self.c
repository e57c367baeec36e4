/* A thread that waits for its own end.
 *
 * all: bad call at @join, in main
 */
#include <pthread.h>
#include <stddef.h>

int main(void)
{
	pthread_t self = pthread_self();
	/*@join*/ pthread_join(self, NULL);
	return 0;
}
