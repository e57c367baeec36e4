#ifndef _MMINTRIN_H
#define _MMINTRIN_H
static inline void _mm_empty(void) {}
#endif
