/* cond_mutexes: two threads wait for one condition variable, each with a mutex of its own.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <pthread.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int go[2];

static void *waiter(void *arg)
{
	int i = *(int *)arg;
	pthread_mutex_lock(&lock[i]);
	while (!go[i])
		pthread_cond_wait(&changed, &lock[i]);
	pthread_mutex_unlock(&lock[i]);
	return 0;
}

int main(void)
{
	pthread_t t[2];
	int id[2] = { 0, 1 };
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, waiter, &id[i]);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock[i]);
		go[i] = 1;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
