#ifndef _LINUX_INIT_H
#define _LINUX_INIT_H
#include <linux/module.h>
#endif
