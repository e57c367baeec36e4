#ifndef _LINUX_CONTAINER_OF_H
#define _LINUX_CONTAINER_OF_H
#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#endif
