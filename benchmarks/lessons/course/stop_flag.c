#include <assert.h>
#include <linux/atomic.h>
#include <pthread.h>

static int stop, result, seen;

static void *worker(void *arg)
{
	while (!stop)
		cpu_relax();
	smp_rmb();
	seen = result;
	return arg;
}

static void *boss(void *arg)
{
	result = 42;
	smp_wmb();
	stop = 1;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, boss, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(seen == 42);
	return 0;
}
