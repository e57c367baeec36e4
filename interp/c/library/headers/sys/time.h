#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#include <fencepost/clock.h>
#include <fencepost/timespec.h>
struct timeval {
	time_t tv_sec;
	suseconds_t tv_usec;
};

static inline int gettimeofday(struct timeval *__t, void *__zone)
{
	(void)__zone;
	long __now = __fp_read_clock();
	__t->tv_sec = __now / 1000000000;
	__t->tv_usec = __now % 1000000000 / 1000;
	return 0;
}
#endif
