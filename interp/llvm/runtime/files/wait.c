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

/* The clock of a thread also goes on by what the thread sleeps, and past the limits at which its
   waiting ended. */
long __fp_now(void)
{
	return __fp_read_clock();
}

int __fp_nanosleep(long seconds, long nanoseconds)
{
	struct timespec time = {seconds, nanoseconds};
	return nanosleep(&time, 0);
}

void __fp_slept(long seconds, long nanoseconds)
{
	__fp_clock.now += seconds * 1000000000l + nanoseconds;
}

void __fp_waited(int failed, const struct timespec *limit)
{
	long at = limit->tv_sec * 1000000000l + limit->tv_nsec;
	if (failed && at >= __fp_clock.now)
		__fp_clock.now = at + 1;
}

/* A system call may be a wait for a futex, to a limit or for some time. */
void __fp_called(long failed, long number, long operation, const struct timespec *limit)
{
	if (!failed || number != SYS_futex || !limit)
		return;
	switch (operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
	case FUTEX_WAIT:
		__fp_slept(limit->tv_sec, limit->tv_nsec);
		break;
	case FUTEX_WAIT_BITSET:
		__fp_waited(1, limit);
	}
}

/* What std::future waits with. */
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(unsigned *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, 0x7fffffff);
}

static _Bool futex_wait(unsigned *word, unsigned value, _Bool limited, struct timespec limit)
{
	if (syscall(SYS_futex, word, FUTEX_WAIT, value, limited ? &limit : 0) == 0 || errno != ETIMEDOUT)
		return 1;
	__fp_waited(1, &limit);
	return 0;
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
