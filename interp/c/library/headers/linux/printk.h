#ifndef _LINUX_PRINTK_H
#define _LINUX_PRINTK_H
#include <linux/kernel.h>
#endif
