#ifndef _LINUX_RWSEM_H
#define _LINUX_RWSEM_H
#include <lkmm.h>
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
#endif
