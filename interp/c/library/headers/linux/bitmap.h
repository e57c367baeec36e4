#ifndef _LINUX_BITMAP_H
#define _LINUX_BITMAP_H
#include <linux/bitops.h>
#include <linux/string.h>
#define bitmap_zero(m, n) ((void)memset(m, 0, BITS_TO_LONGS(n) * sizeof(long)))
#endif
