/* The program ends with its last thread.
 *
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *result)
{
	pthread_exit(result);
}

static int x = 5;

int main(void)
{
	pthread_t a, b;
	void *result;

	pthread_create(&a, NULL, worker, &x);
	pthread_join(a, &result);
	assert(*(int *)result == 5);
	pthread_create(&b, NULL, worker, NULL);
	pthread_exit(NULL);
}
