/* A barrier without a count.
 *
 * all: misuse of a lock at @wait, in main
 */
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void)
{
	/*@wait*/ pthread_barrier_wait(&barrier);
	return 0;
}
