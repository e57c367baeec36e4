// check: buggy (reads busy here, and writes it at 13 as if nothing had changed)
// A lock that is looked at, and then taken: no order mends the race behind it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool busy;
static int counter;

static void *worker(void *arg)
{
	while (atomic_load(&busy))
		;
	atomic_store(&busy, 1);
	counter++;
	atomic_store(&busy, 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
