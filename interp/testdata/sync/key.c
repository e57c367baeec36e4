/* Thread-specific data: each thread has its own, and at its end the destructor
 * gets what is not null. Main's is not destroyed by return.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key, other;
static int destroyed;

static void destroy(void *p)
{
	assert(pthread_getspecific(key) == NULL);
	destroyed += *(int *)p;
	free(p);
}

static void *worker(void *unused)
{
	assert(pthread_getspecific(key) == NULL);
	int *p = malloc(sizeof *p);
	*p = 5;
	pthread_setspecific(key, p);
	pthread_setspecific(other, NULL);
	assert(pthread_getspecific(key) == p);
	pthread_exit(unused);
}

int main(void)
{
	pthread_t a;
	static int mine = 100;

	pthread_key_create(&key, destroy);
	pthread_key_create(&other, destroy);
	pthread_setspecific(key, &mine);
	pthread_create(&a, NULL, worker, NULL);
	pthread_join(a, NULL);
	assert(destroyed == 5);
	assert(pthread_getspecific(key) == &mine);
	return 0;
}
