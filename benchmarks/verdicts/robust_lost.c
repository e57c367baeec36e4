/* robust_lost: a robust mutex is unlocked without having been made consistent.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void *breaker(void *arg)
{
	pthread_mutex_lock(&lock);
	return arg;
}

static void *user(void *arg)
{
	int result = pthread_mutex_lock(&lock);
	assert(result == 0 || result == EOWNERDEAD);
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
	pthread_create(&b, 0, user, 0);
	user(0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
