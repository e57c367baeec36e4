#ifndef _LINUX_EXPORT_H
#define _LINUX_EXPORT_H
#define EXPORT_SYMBOL(x)
#define EXPORT_SYMBOL_GPL(x)
#endif
