/* What is written before an unlock, a post or an arrival is seen by who acquires
 * after it, under every model; a flag without fences guarantees nothing under
 * the two models that swap stores.
 *
 * options: exhaustive
 * sc tso: completed
 * pso pslo: completed
 * pso pslo: assertion failed at @check, in main
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int data, flag;

static void *producer(void *unused)
{
	data = 1;
	flag = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, producer, NULL);
	if (flag)
		/*@check*/ assert(data == 1);
	pthread_join(a, NULL);
	assert(data == 1);
	return 0;
}
