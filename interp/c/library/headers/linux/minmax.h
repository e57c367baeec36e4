#ifndef _LINUX_MINMAX_H
#define _LINUX_MINMAX_H
#include <linux/kernel.h>
#endif
