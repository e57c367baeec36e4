#ifndef _ASM_MCS_SPINLOCK_H
#define _ASM_MCS_SPINLOCK_H
#include <lkmm.h>
#endif
