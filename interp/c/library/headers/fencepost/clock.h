#ifndef _FENCEPOST_CLOCK_H
#define _FENCEPOST_CLOCK_H
/* A thread may be held up: once after it first looks at its clock, that has gone on by more than any
   program waits, the machine's Days. So it has after some sleeps. */
#define __FP_LONG 1000000000000000L
__attribute__((weak)) _Thread_local struct {
	_Bool read, late;
} __fp_clock;

static inline long __fp_read_clock(void)
{
	if (!__fp_clock.read)
		__fp_clock.read = 1;
	else if (!__fp_clock.late && __fp_nondet(0, 1))
		__fp_sleep(__FP_LONG);
	long __now = __fp_time();
	if (!__fp_clock.late && __now >= __FP_LONG)
		__fp_clock.late = 1;
	return __now;
}
#endif
