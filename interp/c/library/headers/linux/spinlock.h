#ifndef _LINUX_SPINLOCK_H
#define _LINUX_SPINLOCK_H
#include <linux/irqflags.h>
#include <linux/lockdep.h>
typedef pthread_rwlock_t rwlock_t;
#define DEFINE_RWLOCK(name) rwlock_t name = PTHREAD_RWLOCK_INITIALIZER
#define rwlock_init(l) ((void)pthread_rwlock_init((l), NULL))
#define read_lock(l) ((void)pthread_rwlock_rdlock(l))
#define read_unlock(l) ((void)pthread_rwlock_unlock(l))
#define write_lock(l) ((void)pthread_rwlock_wrlock(l))
#define write_unlock(l) ((void)pthread_rwlock_unlock(l))
#endif
