#ifndef _XMMINTRIN_H
#define _XMMINTRIN_H
#include <immintrin.h>
#endif
