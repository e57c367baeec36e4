#ifndef _ASM_ERRNO_H
#define _ASM_ERRNO_H
#include <errno.h>
#endif
