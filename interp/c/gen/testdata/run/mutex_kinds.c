// A recursive mutex, and one that checks errors, tell who unlocks without having locked.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m;

static void *stranger(void *arg)
{
	printf("by another thread: %d\n", pthread_mutex_unlock(&m) == EPERM);
	return arg;
}

static void try(int kind)
{
	pthread_mutexattr_t a;
	pthread_t t;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, kind);
	pthread_mutex_init(&m, &a);
	printf("unlocked: %d\n", pthread_mutex_unlock(&m) == EPERM);
	printf("%d", pthread_mutex_lock(&m));
	printf(" %d\n", pthread_mutex_lock(&m) == EDEADLK);
	pthread_create(&t, NULL, stranger, NULL);
	pthread_join(t, NULL);
	printf("%d", pthread_mutex_unlock(&m));
	printf(" %d", pthread_mutex_unlock(&m) == EPERM);
	printf(" %d\n", pthread_mutex_unlock(&m) == EPERM);
	pthread_mutex_destroy(&m);
}

int main(void)
{
	try(PTHREAD_MUTEX_RECURSIVE);
	try(PTHREAD_MUTEX_ERRORCHECK);
	return 0;
}
