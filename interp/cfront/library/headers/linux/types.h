#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H
#include <lkmm.h>
#endif
