/* cond_lost: a signal that may come between the look and the wait.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg)
{
	while (!atomic_load(&ready)) {
		pthread_mutex_lock(&lock);
		pthread_cond_wait(&changed, &lock);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *signaller(void *arg)
{
	atomic_store(&ready, 1);
	pthread_cond_signal(&changed);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, waiter, 0);
	pthread_create(&b, 0, signaller, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
