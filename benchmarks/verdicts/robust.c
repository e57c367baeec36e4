/* robust: a thread ends with a robust mutex; whoever takes it next repairs what it guards.
 *
 * verdict: proved
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int half, whole;

static void take(void)
{
	if (pthread_mutex_lock(&lock) == EOWNERDEAD) {
		half = whole;
		assert(pthread_mutex_consistent(&lock) == 0);
	}
	assert(half == whole);
}

static void *breaker(void *arg)
{
	take();
	half++;
	return arg;
}

static void *adder(void *arg)
{
	take();
	half++;
	whole++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attributes;
	pthread_t a, b;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&lock, &attributes);
	pthread_create(&a, 0, breaker, 0);
	pthread_create(&b, 0, adder, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	take();
	assert(whole == 1);
	return pthread_mutex_unlock(&lock);
}
