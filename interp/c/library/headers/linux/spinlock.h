#ifndef _LINUX_SPINLOCK_H
#define _LINUX_SPINLOCK_H
#include <lkmm.h>
#endif
