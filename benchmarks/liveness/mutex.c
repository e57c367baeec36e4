/* A mutex is taken to serve each thread in the end.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(int self) { (void)self; pthread_mutex_lock(&mutex); }
static void unlock(int self) { (void)self; pthread_mutex_unlock(&mutex); }

static void *server(void *p)
{
	for (;;) {
		lock(1);
		unlock(1);
	}
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, server, 0);
	lock(0);
	unlock(0);
	return 0;
}
