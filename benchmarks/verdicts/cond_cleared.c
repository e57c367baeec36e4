/* cond_cleared: a condition variable is cleared while a thread may wait for it.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, waiter, 0);
	pthread_mutex_lock(&lock);
	ready = 1;
	memset(&changed, 0, sizeof changed);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(a, 0);
	return 0;
}
