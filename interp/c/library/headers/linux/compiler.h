#ifndef _LINUX_COMPILER_H
#define _LINUX_COMPILER_H
#include <lkmm.h>
#endif
