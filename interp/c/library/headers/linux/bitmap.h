#ifndef _LINUX_BITMAP_H
#define _LINUX_BITMAP_H
#include <linux/bitops.h>
#endif
