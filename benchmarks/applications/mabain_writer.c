// The bug of Mabain's test driver, told again: workers hand jobs to a writer by a queue with a lock,
// and the writer is stopped though jobs may be left.
#include <assert.h>
#include <pthread.h>

#define JOBS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int queue[JOBS], first, last;
static int stopped;
static int inserted;

static void *writer(void *arg)
{
	pthread_mutex_lock(&lock);
	for (;;) {
		while (!stopped && first == last)
			pthread_cond_wait(&more, &lock);
#ifdef FIXED
		if (stopped && first == last)
#else
		if (stopped) // and no look whether jobs are left
#endif
			break;
		inserted += queue[first++];
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *submit(void *job)
{
	pthread_mutex_lock(&lock);
	queue[last++] = *(int *)job;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	static int jobs[JOBS] = {1, 2};
	pthread_t w, workers[JOBS];
	pthread_create(&w, 0, writer, 0);
	for (int i = 0; i < JOBS; i++)
		pthread_create(&workers[i], 0, submit, &jobs[i]);
	for (int i = 0; i < JOBS; i++)
		pthread_join(workers[i], 0);
	pthread_mutex_lock(&lock);
	stopped = 1;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
	pthread_join(w, 0);
	assert(inserted == 3);
}
