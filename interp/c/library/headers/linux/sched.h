#ifndef _LINUX_SCHED_H
#define _LINUX_SCHED_H
#include <linux/kthread.h>
#endif
