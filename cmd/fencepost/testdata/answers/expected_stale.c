// check: buggy (it changes 1 to 1; set the expected value anew)
// A compare-exchange that fails writes what it read into expected.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *arg)
{
	int expected = 0;
	while (!atomic_compare_exchange_weak(&lock, &expected, 1))
		;
	counter++;
	atomic_store(&lock, 0);
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
