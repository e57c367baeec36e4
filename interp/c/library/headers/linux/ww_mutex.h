#ifndef _LINUX_WW_MUTEX_H
#define _LINUX_WW_MUTEX_H
#include <linux/mutex.h>
struct ww_mutex {
	struct mutex base;
};
#define ww_mutex_lock(m, context) ((void)(context), mutex_lock(&(m)->base), 0)
#define ww_mutex_unlock(m) mutex_unlock(&(m)->base)
#endif
