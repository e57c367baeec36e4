#ifndef _SYS_PRCTL_H
#define _SYS_PRCTL_H
#define PR_SET_PDEATHSIG 1
#define PR_SET_NAME 15
#define PR_GET_NAME 16
#define PR_SET_TIMERSLACK 29
/* Names and slack of timers are for others to see. */
static inline int prctl(int __option, ...)
{
	switch (__option) {
	case PR_SET_PDEATHSIG:
	case PR_SET_NAME:
	case PR_SET_TIMERSLACK:
		return 0;
	}
	return __fp_process_option();
}
#endif
