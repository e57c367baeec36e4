#ifndef _LINUX_SPINLOCK_H
#define _LINUX_SPINLOCK_H
#include <linux/cache.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/cleanup.h>
typedef raw_spinlock_t arch_spinlock_t;
#define __ARCH_SPIN_LOCK_UNLOCKED PTHREAD_MUTEX_INITIALIZER
#define arch_spin_lock(l) raw_spin_lock(l)
#define arch_spin_trylock(l) raw_spin_trylock(l)
#define arch_spin_unlock(l) raw_spin_unlock(l)
typedef pthread_rwlock_t rwlock_t;
#define DEFINE_RWLOCK(name) rwlock_t name = PTHREAD_RWLOCK_INITIALIZER
#define rwlock_init(l) ((void)pthread_rwlock_init((l), NULL))
#define read_lock(l) ((void)pthread_rwlock_rdlock(l))
#define read_unlock(l) ((void)pthread_rwlock_unlock(l))
#define write_lock(l) ((void)pthread_rwlock_wrlock(l))
#define write_unlock(l) ((void)pthread_rwlock_unlock(l))
#define read_trylock(l) (!pthread_rwlock_tryrdlock(l))
#define write_trylock(l) (!pthread_rwlock_trywrlock(l))
#define read_lock_irq(l) read_lock(l)
#define read_unlock_irq(l) read_unlock(l)
#define read_lock_bh(l) read_lock(l)
#define read_unlock_bh(l) read_unlock(l)
#define read_lock_irqsave(l, flags) ((void)((flags) = 0), read_lock(l))
#define read_unlock_irqrestore(l, flags) ((void)(flags), read_unlock(l))
#define write_lock_irq(l) write_lock(l)
#define write_unlock_irq(l) write_unlock(l)
#define write_lock_bh(l) write_lock(l)
#define write_unlock_bh(l) write_unlock(l)
#define write_lock_irqsave(l, flags) ((void)((flags) = 0), write_lock(l))
#define write_unlock_irqrestore(l, flags) ((void)(flags), write_unlock(l))
DEFINE_GUARD(spinlock, spinlock_t *, spin_lock(_T), spin_unlock(_T))
DEFINE_GUARD(spinlock_irq, spinlock_t *, spin_lock(_T), spin_unlock(_T))
DEFINE_GUARD(spinlock_irqsave, spinlock_t *, spin_lock(_T), spin_unlock(_T))
DEFINE_GUARD(spinlock_bh, spinlock_t *, spin_lock(_T), spin_unlock(_T))
DEFINE_GUARD(raw_spinlock, raw_spinlock_t *, raw_spin_lock(_T), raw_spin_unlock(_T))
DEFINE_GUARD(read_lock, rwlock_t *, read_lock(_T), read_unlock(_T))
DEFINE_GUARD(write_lock, rwlock_t *, write_lock(_T), write_unlock(_T))
#endif
