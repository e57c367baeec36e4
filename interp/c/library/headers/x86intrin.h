#ifndef _X86INTRIN_H
#define _X86INTRIN_H
#include <immintrin.h>
#endif
