/* A destructor that sets its value again is called a few times, not for ever.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;
static int calls;

static void destroy(void *p)
{
	calls++;
	pthread_setspecific(key, p);
}

static void *worker(void *p)
{
	pthread_setspecific(key, p);
	return NULL;
}

int main(void)
{
	pthread_t a;

	pthread_key_create(&key, destroy);
	pthread_create(&a, NULL, worker, &calls);
	pthread_join(a, NULL);
	assert(calls == 4);
	return 0;
}
