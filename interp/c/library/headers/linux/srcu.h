#ifndef _LINUX_SRCU_H
#define _LINUX_SRCU_H
#include <lkmm.h>
/* A domain of its own: its grace periods wait for its own readers alone. */
struct srcu_struct {
	pthread_rwlock_t readers;
};
#define __SRCU_STRUCT_INIT(name) {PTHREAD_RWLOCK_INITIALIZER}
#define DEFINE_SRCU(name) struct srcu_struct name = __SRCU_STRUCT_INIT(name)
#define DEFINE_STATIC_SRCU(name) static DEFINE_SRCU(name)
#define init_srcu_struct(s) pthread_rwlock_init(&(s)->readers, NULL)
#define cleanup_srcu_struct(s) ((void)pthread_rwlock_destroy(&(s)->readers))
static inline int srcu_read_lock(struct srcu_struct *s)
{
	pthread_rwlock_rdlock(&s->readers);
	return 0;
}
static inline void srcu_read_unlock(struct srcu_struct *s, int section)
{
	(void)section;
	pthread_rwlock_unlock(&s->readers);
}
static inline void synchronize_srcu(struct srcu_struct *s)
{
	smp_mb();
	pthread_rwlock_wrlock(&s->readers);
	pthread_rwlock_unlock(&s->readers);
	smp_mb();
}
#define synchronize_srcu_expedited(s) synchronize_srcu(s)
#define srcu_dereference(p, s) rcu_dereference(p)
#define smp_mb__after_srcu_read_unlock() smp_mb()
#endif
