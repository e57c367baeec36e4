#ifndef _LINUX_MUTEX_H
#define _LINUX_MUTEX_H
#include <lkmm.h>
#include <linux/cleanup.h>
struct mutex {
	pthread_mutex_t lock;
};
#define __MUTEX_INITIALIZER(name) {PTHREAD_MUTEX_INITIALIZER}
#define DEFINE_MUTEX(name) struct mutex name = __MUTEX_INITIALIZER(name)
#define mutex_init(m) ((void)pthread_mutex_init(&(m)->lock, NULL))
#define mutex_lock(m) ((void)pthread_mutex_lock(&(m)->lock))
#define mutex_trylock(m) (!pthread_mutex_trylock(&(m)->lock))
#define mutex_unlock(m) ((void)pthread_mutex_unlock(&(m)->lock))
#define mutex_destroy(m) ((void)pthread_mutex_destroy(&(m)->lock))
#define mutex_lock_nested(m, n) mutex_lock(m)
#define mutex_lock_interruptible(m) (mutex_lock(m), 0)
#define mutex_lock_killable(m) (mutex_lock(m), 0)
#define mutex_is_locked(m) spin_is_locked(&(m)->lock)
DEFINE_GUARD(mutex, struct mutex *, mutex_lock(_T), mutex_unlock(_T))
#endif
