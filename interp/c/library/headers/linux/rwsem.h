#ifndef _LINUX_RWSEM_H
#define _LINUX_RWSEM_H
#include <lkmm.h>
#include <linux/cleanup.h>
struct rw_semaphore {
	pthread_rwlock_t lock;
};
#define __RWSEM_INITIALIZER(name) {PTHREAD_RWLOCK_INITIALIZER}
#define DECLARE_RWSEM(name) struct rw_semaphore name = __RWSEM_INITIALIZER(name)
#define init_rwsem(s) ((void)pthread_rwlock_init(&(s)->lock, NULL))
#define down_read(s) ((void)pthread_rwlock_rdlock(&(s)->lock))
#define down_read_trylock(s) (!pthread_rwlock_tryrdlock(&(s)->lock))
#define up_read(s) ((void)pthread_rwlock_unlock(&(s)->lock))
#define down_write(s) ((void)pthread_rwlock_wrlock(&(s)->lock))
#define down_write_trylock(s) (!pthread_rwlock_trywrlock(&(s)->lock))
#define up_write(s) ((void)pthread_rwlock_unlock(&(s)->lock))
#define down_read_killable(s) (down_read(s), 0)
#define down_read_interruptible(s) (down_read(s), 0)
#define down_write_killable(s) (down_write(s), 0)
DEFINE_GUARD(rwsem_read, struct rw_semaphore *, down_read(_T), up_read(_T))
DEFINE_GUARD(rwsem_write, struct rw_semaphore *, down_write(_T), up_write(_T))
#endif
