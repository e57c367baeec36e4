#ifndef _LINUX_COMPILER_TYPES_H
#define _LINUX_COMPILER_TYPES_H
#include <linux/compiler.h>
#endif
