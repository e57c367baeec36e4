#ifndef _LINUX_ERRNO_H
#define _LINUX_ERRNO_H
#include <errno.h>
#endif
