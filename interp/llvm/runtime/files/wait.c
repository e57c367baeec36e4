/* Waiting, and clocks. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int *__errno_location(void)
{
	return &errno;
}

long __fp_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000l + t.tv_nsec;
}

/* What std::future waits with. */
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(unsigned *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, 0x7fffffff);
}

_Bool _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
	void *self, unsigned *word, unsigned value, _Bool limited, long seconds, long nanoseconds)
{
	struct timespec limit = {seconds, nanoseconds};
	return syscall(SYS_futex, word, FUTEX_WAIT, value, limited ? &limit : 0) == 0 || errno != ETIMEDOUT;
}

_Bool _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
	void *self, unsigned *word, unsigned value, _Bool limited, long seconds, long nanoseconds)
{
	struct timespec limit = {seconds, nanoseconds};
	return syscall(SYS_futex, word, FUTEX_WAIT, value, limited ? &limit : 0) == 0 || errno != ETIMEDOUT;
}

/* A clock says nothing where time limits pass at any time. */
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, int clock, const struct timespec *limit)
{
	return pthread_rwlock_timedrdlock(lock, limit);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, int clock, const struct timespec *limit)
{
	return pthread_rwlock_timedwrlock(lock, limit);
}
