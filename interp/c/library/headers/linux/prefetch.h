#ifndef _LINUX_PREFETCH_H
#define _LINUX_PREFETCH_H
#define prefetch(p) ((void)(p))
#define prefetchw(p) ((void)(p))
#endif
