#ifndef _LINUX_PREEMPT_H
#define _LINUX_PREEMPT_H
#include <lkmm.h>
#define in_interrupt() 0
#define in_task() 1
#endif
