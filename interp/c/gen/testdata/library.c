#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
_Thread_local int mine;
static int n;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	n += *(int *)arg + mine;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t, more[2];
	void *result;
	int *arg = malloc(sizeof *arg);
	*arg = 1;
	if (pthread_create(&t, 0, work, arg) != 0)
		abort();
	for (int i = 0; i < 2; i++)
		pthread_create(&more[i], 0, work, arg);
	for (int i = 0; i < 2; i++)
		pthread_join(more[i], 0);
	pthread_join(t, &result);
	assert(result == arg && n == 3);
	free(arg);
	printf("%d\n", n);
	return 0;
}
