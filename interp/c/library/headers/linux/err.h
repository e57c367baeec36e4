#ifndef _LINUX_ERR_H
#define _LINUX_ERR_H
#include <errno.h>
#define IS_ERR_VALUE(x) ((unsigned long)(void *)(x) >= (unsigned long)-4095)
#define ERR_PTR(error) ((void *)(long)(error))
#define PTR_ERR(p) ((long)(p))
#define IS_ERR(p) IS_ERR_VALUE(p)
#endif
