// check: buggy (a signal that the wrong thread takes)
// Producers and consumers wait for one condition variable.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static bool full;

static void *put(void *arg)
{
	pthread_mutex_lock(&m);
	while (full)
		pthread_cond_wait(&changed, &m);
	full = true;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *get(void *arg)
{
	pthread_mutex_lock(&m);
	while (!full)
		pthread_cond_wait(&changed, &m);
	full = false;
	items++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i < 2 ? get : put, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
