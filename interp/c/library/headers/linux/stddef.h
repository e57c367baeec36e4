#ifndef _LINUX_STDDEF_H
#define _LINUX_STDDEF_H
#include <stddef.h>
#include <lkmm.h>
#endif
