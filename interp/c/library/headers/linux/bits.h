#ifndef _LINUX_BITS_H
#define _LINUX_BITS_H
#define BITS_PER_BYTE 8
#define BITS_PER_LONG 64
#define BITS_TO_LONGS(n) (((n) + BITS_PER_LONG - 1) / BITS_PER_LONG)
#define BIT(n) (1ul << (n))
#define BIT_MASK(n) BIT((n) % BITS_PER_LONG)
#define BIT_WORD(n) ((n) / BITS_PER_LONG)
#endif
