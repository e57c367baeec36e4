/* pool: two workers take jobs from a list under a lock and mark them done; main, once it
 * has seen all marks, reads the results without the lock.
 *
 * A mark is relaxed.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define MARK REL
#else
#define MARK RLX
#endif

enum { JOBS = 6 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int taken, result[JOBS];
static atomic_int done[JOBS];

static void *worker(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		int job = taken < JOBS ? taken++ : -1;
		pthread_mutex_unlock(&lock);
		if (job < 0)
			return arg;
		result[job] = job * job;
		STORE(done[job], 1, MARK);
	}
}

int main(void)
{
	pthread_t a, b;
	int sum = 0, all = 1;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	for (int i = 0; i < JOBS; i++)
		all &= LOAD(done[i], ACQ);
	if (all)
		for (int i = 0; i < JOBS; i++)
			sum += result[i];
	assert(!all || sum == 55);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
