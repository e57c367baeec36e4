/* A detached thread may not be joined.
 *
 * all: bad call at @use, in main
 */
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused) { return unused; }

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, nothing, NULL);
	pthread_detach(a);
	/*@use*/ pthread_join(a, NULL);
	return 0;
}
