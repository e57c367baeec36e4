#ifndef _XMMINTRIN_H
#define _XMMINTRIN_H
#include <immintrin.h>
/* Rounding is to nearest, and stays so. */
static inline unsigned _mm_getcsr(void) { return 0x1f80; }
static inline void _mm_setcsr(unsigned __state) {}
#endif
