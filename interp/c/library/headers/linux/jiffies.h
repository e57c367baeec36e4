#ifndef _LINUX_JIFFIES_H
#define _LINUX_JIFFIES_H
#include <lkmm.h>
/* No time elapses. */
#define HZ 1000
#define jiffies 0ul
#define msecs_to_jiffies(n) ((unsigned long)(n))
#define usecs_to_jiffies(n) ((unsigned long)(n) / 1000)
#define jiffies_to_msecs(n) ((unsigned)(n))
#define time_after(a, b) ((long)((b) - (a)) < 0)
#define time_before(a, b) time_after((b), (a))
#define time_after_eq(a, b) ((long)((a) - (b)) >= 0)
#define time_before_eq(a, b) time_after_eq((b), (a))
#endif
