/* Two locks taken in two orders.
 *
 * all: completed
 * all: deadlock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @second in take < one for a mutex,
 *   thread 2 at @second in take < two for a mutex
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	/*@second*/ pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *one(void *unused)
{
	take(&a, &b);
	return unused;
}

static void *two(void *unused)
{
	take(&b, &a);
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, two, NULL);
	/*@join*/ pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
