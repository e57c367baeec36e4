#ifndef _SYS_PRCTL_H
#define _SYS_PRCTL_H
#define PR_SET_PDEATHSIG 1
#define PR_SET_NAME 15
#define PR_GET_NAME 16
#define PR_SET_TIMERSLACK 29
#define PR_SET_VMA 0x53564d41
#define PR_SET_VMA_ANON_NAME 0
/* Names, of memory too, and slack of timers are for others to see. */
static inline int prctl(int __option, ...)
{
	switch (__option) {
	case PR_SET_PDEATHSIG:
	case PR_SET_NAME:
	case PR_SET_TIMERSLACK:
	case PR_SET_VMA:
		return 0;
	}
	return __fp_process_option();
}
#endif
