/* Waiting, and clocks. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int *__errno_location(void)
{
	return &errno;
}

int __fp_nanosleep(int flags, long seconds, long nanoseconds)
{
	struct timespec time = {seconds, nanoseconds};
	return clock_nanosleep(CLOCK_MONOTONIC, flags, &time, 0);
}

/* What std::future waits with. */
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(unsigned *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, 0x7fffffff);
}

static _Bool futex_wait(unsigned *word, unsigned value, _Bool limited, struct timespec limit)
{
	return syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, limited ? &limit : 0, 0, -1) == 0 || errno != ETIMEDOUT;
}

_Bool _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
	void *self, unsigned *word, unsigned value, _Bool limited, long seconds, long nanoseconds)
{
	return futex_wait(word, value, limited, (struct timespec){seconds, nanoseconds});
}

_Bool _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
	void *self, unsigned *word, unsigned value, _Bool limited, long seconds, long nanoseconds)
{
	return futex_wait(word, value, limited, (struct timespec){seconds, nanoseconds});
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
