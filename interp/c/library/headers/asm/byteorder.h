#ifndef _ASM_BYTEORDER_H
#define _ASM_BYTEORDER_H
#include <endian.h>
#endif
