#ifndef _LINUX_PERCPU_RWSEM_H
#define _LINUX_PERCPU_RWSEM_H
#include <linux/rwsem.h>
/* That readers count on their own processor only makes them fast. */
struct percpu_rw_semaphore {
	struct rw_semaphore sem;
};
#define __PERCPU_RWSEM_INITIALIZER(name) {__RWSEM_INITIALIZER((name).sem)}
#define DEFINE_PERCPU_RWSEM(name) struct percpu_rw_semaphore name = __PERCPU_RWSEM_INITIALIZER(name)
#define DEFINE_STATIC_PERCPU_RWSEM(name) static DEFINE_PERCPU_RWSEM(name)
#define percpu_init_rwsem(s) (init_rwsem(&(s)->sem), 0)
#define percpu_free_rwsem(s) ((void)(s))
#define percpu_down_read(s) down_read(&(s)->sem)
#define percpu_down_read_trylock(s) ((bool)down_read_trylock(&(s)->sem))
#define percpu_up_read(s) up_read(&(s)->sem)
#define percpu_down_write(s) down_write(&(s)->sem)
#define percpu_up_write(s) up_write(&(s)->sem)
DEFINE_GUARD(percpu_read, struct percpu_rw_semaphore *, percpu_down_read(_T), percpu_up_read(_T))
DEFINE_GUARD(percpu_write, struct percpu_rw_semaphore *, percpu_down_write(_T), percpu_up_write(_T))
#endif
