/* Attributes of pthreads are as large as glibc's, beside which other variables lie. */
#include <cassert>
#include <ctime>
#include <pthread.h>

struct {
	pthread_mutexattr_t mutex;
	int first;
	pthread_condattr_t condition;
	int second;
	pthread_rwlockattr_t lock;
	int third;
	pthread_barrierattr_t barrier;
	int fourth;
} a;

int main()
{
	int value;
	pthread_mutexattr_init(&a.mutex);
	pthread_mutexattr_settype(&a.mutex, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_setpshared(&a.mutex, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&a.mutex, PTHREAD_MUTEX_ROBUST);
	assert(pthread_mutexattr_gettype(&a.mutex, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
	clockid_t clock;
	pthread_condattr_init(&a.condition);
	pthread_condattr_setclock(&a.condition, CLOCK_MONOTONIC);
	pthread_condattr_setpshared(&a.condition, PTHREAD_PROCESS_SHARED);
	assert(pthread_condattr_getclock(&a.condition, &clock) == 0 && clock == CLOCK_MONOTONIC);
	pthread_rwlockattr_init(&a.lock);
	pthread_rwlockattr_setpshared(&a.lock, PTHREAD_PROCESS_SHARED);
	assert(pthread_rwlockattr_getpshared(&a.lock, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
	pthread_barrierattr_init(&a.barrier);
	assert(pthread_barrierattr_setpshared(&a.barrier, PTHREAD_PROCESS_SHARED) == 0);
	assert(pthread_barrierattr_setpshared(&a.barrier, 2) != 0);
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	assert(pthread_attr_setguardsize(&attributes, 64) == 0);
	assert(a.first == 0 && a.second == 0 && a.third == 0 && a.fourth == 0);
	pthread_mutex_t m;
	pthread_mutex_init(&m, &a.mutex);
	assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
}
