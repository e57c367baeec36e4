/* An initialiser that waits for itself.
 *
 * all: deadlock: thread 0 at @again in make < main for an initialiser to end
 */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void)
{
	/*@again*/ pthread_once(&once, make);
}

int main(void)
{
	pthread_once(&once, make);
	return 0;
}
