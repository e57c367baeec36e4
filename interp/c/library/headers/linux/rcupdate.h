#ifndef _LINUX_RCUPDATE_H
#define _LINUX_RCUPDATE_H
#include <linux/types.h>
#include <linux/lockdep.h>
#define RCU_LOCKDEP_WARN(condition, text) ((void)0)
#define rcu_read_lock_held() 1
#define rcu_read_lock_any_held() 1
#define kfree_rcu(p, member) (synchronize_rcu(), kfree(p))
#endif
