#ifndef _LINUX_MATH_H
#define _LINUX_MATH_H
#include <linux/kernel.h>
#endif
