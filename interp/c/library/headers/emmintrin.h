#ifndef _EMMINTRIN_H
#define _EMMINTRIN_H
#include <immintrin.h>
#endif
