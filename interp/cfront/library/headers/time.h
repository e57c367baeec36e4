#ifndef _TIME_H
#define _TIME_H
#include <sys/types.h>
/* Time stands still: what a program does must not depend on it. */
struct timespec {
	time_t tv_sec;
	long tv_nsec;
};
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define TIME_UTC 1

int nanosleep(const struct timespec *, struct timespec *);

static inline time_t time(time_t *__t)
{
	if (__t)
		*__t = 0;
	return 0;
}
static inline clock_t clock(void) { return 0; }
static inline int clock_gettime(clockid_t __clock, struct timespec *__t)
{
	__t->tv_sec = 0;
	__t->tv_nsec = 0;
	return 0;
}
static inline int timespec_get(struct timespec *__t, int __base)
{
	clock_gettime(0, __t);
	return __base;
}
#endif
