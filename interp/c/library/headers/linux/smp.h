#ifndef _LINUX_SMP_H
#define _LINUX_SMP_H
#include <linux/percpu.h>
#endif
