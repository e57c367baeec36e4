/* cond_if: a wait that no loop repeats, though it may end by itself.
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
static int ready;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&lock);
	if (!ready)
		pthread_cond_wait(&changed, &lock);
	assert(ready);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *signaller(void *arg)
{
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
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
