// check: buggy (a lost wake-up; change what is waited for while holding the mutex)
// The consumer has looked, and does not wait yet.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int done;

static void *producer(void *arg)
{
	atomic_store(&done, 1);
	pthread_cond_signal(&ready);
	return arg;
}

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	while (!atomic_load(&done))
		pthread_cond_wait(&ready, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
