#ifndef _LINUX_DELAY_H
#define _LINUX_DELAY_H
#include <lkmm.h>
/* No time elapses; others may run. */
#define ndelay(n) ((void)(n), cpu_relax())
#define udelay(n) ndelay(n)
#define mdelay(n) ndelay(n)
#define fsleep(n) ndelay(n)
#define msleep(n) ndelay(n)
#define ssleep(n) ndelay(n)
#define usleep_range(n, most) ((void)(most), ndelay(n))
#define msleep_interruptible(n) (ndelay(n), 0ul)
#endif
