// check: buggy (The fix (proved): _Atomic counter)
// An increment of a plain variable is the assertion's fault as well.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg)
{
	counter++;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 2);
	return 0;
}
