/* A recursive mutex is free when it was unlocked as often as locked.
 *
 * options: runs=1000
 * all: completed
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m;
static int x;

static void add(int n)
{
	pthread_mutex_lock(&m);
	x++;
	if (n > 0)
		add(n - 1);
	assert(pthread_mutex_unlock(&m) == 0);
}

static void *worker(void *unused)
{
	add(1);
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &recursive);
	pthread_create(&a, NULL, worker, NULL);
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_trylock(&m) == 0);
	x++;
	pthread_mutex_unlock(&m);
	int before = x;
	x = before + 1;
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	assert(x == 4);
	return 0;
}
