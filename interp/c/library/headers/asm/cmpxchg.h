#ifndef _ASM_CMPXCHG_H
#define _ASM_CMPXCHG_H
#include <linux/atomic.h>
#endif
