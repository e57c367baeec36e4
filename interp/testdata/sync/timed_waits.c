/* Every wait with a time limit ends, though nobody ends it: no deadlock. A thread
 * that waits without a limit is woken by the one whose limit has passed.
 *
 * options: runs=400
 * all: completed
 */
#include <assert.h>
#include <errno.h>
#include <fencepost.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t mtx;
static cnd_t cnd;
static sem_t sem, done;

static void *waiter(void *unused)
{
	struct timespec soon = {0, 1};

	switch (nondet_range(0, 7)) {
	case 0:
		assert(pthread_mutex_timedlock(&held, &soon) == ETIMEDOUT);
		break;
	case 1:
		pthread_mutex_lock(&m);
		assert(pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT);
		pthread_mutex_unlock(&m);
		break;
	case 2:
		assert(sem_timedwait(&sem, &soon) == -1 && errno == ETIMEDOUT);
		break;
	case 3:
		assert(pthread_rwlock_timedrdlock(&rw, &soon) == ETIMEDOUT);
		break;
	case 4:
		assert(pthread_rwlock_timedwrlock(&rw, &soon) == ETIMEDOUT);
		break;
	case 5:
		assert(mtx_timedlock(&mtx, &soon) == thrd_timedout);
		break;
	case 6:
		pthread_mutex_lock(&m);
		assert(cnd_timedwait(&cnd, (mtx_t *)&m, &soon) == thrd_timedout);
		pthread_mutex_unlock(&m);
		break;
	default: /* its own */
		pthread_mutex_lock(&m);
		assert(pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT);
		pthread_mutex_unlock(&m);
	}
	sem_post(&done);
	return unused;
}

int main(void)
{
	pthread_t a;

	mtx_init(&mtx, mtx_timed);
	cnd_init(&cnd);
	mtx_lock(&mtx);
	pthread_mutex_lock(&held);
	pthread_rwlock_wrlock(&rw);
	pthread_create(&a, 0, waiter, 0);
	sem_wait(&done);
	pthread_join(a, 0);
	return 0;
}
