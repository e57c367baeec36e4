/* Two writers that take only the reader's lock lose an update.
 *
 * options: exhaustive
 * all: completed
 * all: assertion failed at @check, in main
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *worker(void *unused)
{
	pthread_rwlock_rdlock(&l);
	x++;
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	/*@check*/ assert(x == 2);
	return 0;
}
