#ifndef _LINUX_KERNEL_H
#define _LINUX_KERNEL_H
#include <lkmm.h>
#endif
