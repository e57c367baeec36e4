#ifndef _LINUX_RCUPDATE_H
#define _LINUX_RCUPDATE_H
#include <lkmm.h>
#endif
