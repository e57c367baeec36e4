#ifndef _TIME_H
#define _TIME_H
#include <errno.h>
#include <fencepost/clock.h>
#include <fencepost/timespec.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define TIMER_ABSTIME 1
#define TIME_UTC 1

struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};

static inline int nanosleep(const struct timespec *__t, struct timespec *__rest)
{
	if (__t->tv_sec < 0 || __t->tv_nsec < 0 || __t->tv_nsec > 999999999) {
		errno = EINVAL;
		return -1;
	}
	__fp_sleep_seconds(__t->tv_sec);
	__fp_sleep(__t->tv_nsec);
	return 0;
}
/* A thread has waited, with this result. */
static inline int __fp_waited(const struct timespec *__limit, int __result)
{
	if (__result == ETIMEDOUT && __limit)
		__fp_sleep_until(__limit->tv_sec, __limit->tv_nsec);
	return __result;
}
struct tm *localtime(const time_t *);
struct tm *gmtime(const time_t *);
char *ctime(const time_t *);
char *asctime(const struct tm *);
time_t mktime(struct tm *);
time_t timegm(struct tm *);
char *asctime_r(const struct tm *restrict, char *restrict);
char *ctime_r(const time_t *, char *);
struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
struct tm *gmtime_r(const time_t *restrict, struct tm *restrict);
struct tm *getdate(const char *);
char *strptime(const char *restrict, const char *restrict, struct tm *restrict);
struct itimerspec {
	struct timespec it_interval, it_value;
};
struct sigevent;
int timer_create(clockid_t, struct sigevent *restrict, timer_t *restrict);
int timer_delete(timer_t);
int timer_settime(timer_t, int, const struct itimerspec *restrict, struct itimerspec *restrict);
int timer_gettime(timer_t, struct itimerspec *);
int clock_settime(clockid_t, const struct timespec *);
size_t strftime(char *restrict, size_t, const char *restrict, const struct tm *restrict);
static inline int clock_nanosleep(clockid_t __clock, int __flags, const struct timespec *__t, struct timespec *__rest)
{
	if (!(__flags & TIMER_ABSTIME))
		return nanosleep(__t, __rest);
	__fp_sleep_until(__t->tv_sec, __t->tv_nsec);
	return 0;
}

static inline time_t time(time_t *__t)
{
	time_t __now = __fp_read_clock() / 1000000000;
	if (__t)
		*__t = __now;
	return __now;
}
static inline clock_t clock(void) { return __fp_read_clock() / 1000; }
static inline double difftime(time_t __a, time_t __b) { return (double)(__a - __b); }
static inline void tzset(void) {}
static inline int clock_gettime(clockid_t __clock, struct timespec *__t)
{
	if (__clock < 0 || __clock > 11) {
		errno = EINVAL;
		return -1;
	}
	long __now = __fp_read_clock();
	__t->tv_sec = __now / 1000000000;
	__t->tv_nsec = __now % 1000000000;
	return 0;
}
static inline int clock_getres(clockid_t __clock, struct timespec *__t)
{
	__t->tv_sec = 0;
	__t->tv_nsec = 1;
	return 0;
}
static inline int timespec_get(struct timespec *__t, int __base)
{
	clock_gettime(0, __t);
	return __base;
}
#endif
