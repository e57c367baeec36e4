#ifndef _LINUX_SCHED_H
#define _LINUX_SCHED_H
#include <linux/kthread.h>
#define need_resched() 0
#define vcpu_is_preempted(cpu) 0
#define cond_resched() 0
#endif
