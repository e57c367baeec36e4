#ifndef _LINUX_LOCKDEP_H
#define _LINUX_LOCKDEP_H
#include <lkmm.h>
#include <linux/kconfig.h>
#define lockdep_assert_held(l) ((void)(l))
#define lockdep_is_held(l) 1
#define lockdep_assert_preemption_disabled() ((void)0)
#define lockdep_assert_RT_in_threaded_ctx() ((void)0)
#define lockdep_assert_irqs_enabled() ((void)0)
#define lockdep_assert_irqs_disabled() ((void)0)
#define lockdep_set_class_and_name(l, key, name) ((void)(l), (void)(key), (void)(name))
#define lockdep_set_class(l, key) ((void)(l), (void)(key))
#define lockdep_init_map(map, name, key, subclass) ((void)(key))
#define seqcount_acquire(map, subclass, try, ip) ((void)0)
#define seqcount_acquire_read(map, subclass, try, ip) ((void)0)
#define seqcount_release(map, ip) ((void)0)
#define _RET_IP_ 0ul
struct lock_class_key {
	char unused;
};
#endif
