/* A signal where a broadcast is needed.
 *
 * options: runs=1000
 * all: completed
 * all: deadlock: thread 0 at @first in main for a thread to end,
 *   thread 1 at @wait in visitor for a condition variable
 * all: deadlock: thread 0 at @second in main for a thread to end,
 *   thread 2 at @wait in visitor for a condition variable
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int open;

static void *visitor(void *unused)
{
	pthread_mutex_lock(&m);
	while (!open)
		/*@wait*/ pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, visitor, NULL);
	pthread_create(&b, NULL, visitor, NULL);
	pthread_mutex_lock(&m);
	open = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	/*@first*/ pthread_join(a, NULL);
	/*@second*/ pthread_join(b, NULL);
	return 0;
}
