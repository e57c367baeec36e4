#ifndef _LINUX_ATOMIC_H
#define _LINUX_ATOMIC_H
#include <lkmm.h>
#endif
