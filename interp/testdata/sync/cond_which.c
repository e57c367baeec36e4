/* Which of two waiting threads a signal wakes is a choice; the other one waits
 * for ever, or for the next signal.
 *
 * options: runs=300
 * all: completed with status 1
 * all: completed with status 2
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, first;

static void wait_for_it(int who)
{
	pthread_mutex_lock(&m);
	waiting++;
	pthread_cond_wait(&c, &m);
	if (!first)
		first = who;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}

static void *one(void *unused)
{
	wait_for_it(1);
	return unused;
}

static void *two(void *unused)
{
	wait_for_it(2);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	for (int both = 0; !both;) {
		pthread_mutex_lock(&m);
		both = waiting == 2;
		if (both)
			pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return first;
}
