#include <assert.h>
#include <pthread.h>

static int progress;

static void *worker(void *arg)
{
	progress = 1;
	progress = 2;
	return arg;
}

static void *display(void *arg)
{
	int first = progress;
	int second = progress;
	assert(first <= second);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, display, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
