#ifndef _SMMINTRIN_H
#define _SMMINTRIN_H
#include <immintrin.h>
#endif
