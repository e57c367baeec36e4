#ifndef _SYS_AUXV_H
#define _SYS_AUXV_H
#include <errno.h>
#define AT_PAGESZ 6
#define AT_HWCAP 16
#define AT_CLKTCK 17
#define AT_SECURE 23
#define AT_HWCAP2 26
/* The processor has nothing beyond what every program may use. */
static inline unsigned long getauxval(unsigned long __kind)
{
	switch (__kind) {
	case AT_PAGESZ: return 4096;
	case AT_CLKTCK: return 100;
	case AT_HWCAP:
	case AT_HWCAP2:
	case AT_SECURE: return 0;
	}
	errno = ENOENT;
	return 0;
}
#endif
