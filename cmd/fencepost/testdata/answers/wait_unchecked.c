// check: buggy (a lost wake-up; before it waits, a thread has to check)
// The consumer waits for a signal, not for a condition.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static void *producer(void *arg) { pthread_mutex_lock(&m); pthread_cond_signal(&ready); pthread_mutex_unlock(&m); return arg; }
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, producer, 0);
	pthread_mutex_lock(&m);
	pthread_cond_wait(&ready, &m);
	pthread_mutex_unlock(&m);
	pthread_join(a, 0);
	return 0;
}
