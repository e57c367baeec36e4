/* A broadcast wakes all that wait, a signal one.
 *
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int open, through;

static void *visitor(void *unused)
{
	pthread_mutex_lock(&m);
	while (!open)
		pthread_cond_wait(&c, &m);
	through++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, visitor, NULL);
	pthread_mutex_lock(&m);
	open = 1;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(through == 3);
	pthread_cond_destroy(&c);
	return 0;
}
