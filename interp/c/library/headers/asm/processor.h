#ifndef _ASM_PROCESSOR_H
#define _ASM_PROCESSOR_H
#include <lkmm.h>
#endif
