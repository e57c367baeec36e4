/* lock_missing: one of two threads does not take the lock.
 *
 * verdict: buggy
 * causes: 1
 * fix: lock balance
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, total;

static void *careful(void *arg)
{
	pthread_mutex_lock(&lock);
	balance += 10;
	total = balance;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *careless(void *arg)
{
	balance += 20;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, careful, 0);
	pthread_create(&b, 0, careless, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
