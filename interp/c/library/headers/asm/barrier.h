#ifndef _ASM_BARRIER_H
#define _ASM_BARRIER_H
#include <lkmm.h>
#endif
