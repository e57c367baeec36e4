#ifndef _LINUX_MODULE_H
#define _LINUX_MODULE_H
#include <linux/export.h>
#include <linux/kernel.h>
#define MODULE_LICENSE(x)
#define THIS_MODULE NULL
#define module_init(f)
#define module_exit(f)
#define __init
#define __exit
#endif
