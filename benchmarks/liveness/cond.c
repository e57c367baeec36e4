/* A queue of one place with a condition variable, between two servers.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *turn(void *p)
{
	int mine = (int)(long)p;
	for (;;) {
		pthread_mutex_lock(&mutex);
		while (full == mine)
			pthread_cond_wait(&changed, &mutex);
		full = mine;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&mutex);
	}
	return p;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, turn, (void *)0L);
	pthread_create(&u, 0, turn, (void *)1L);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
