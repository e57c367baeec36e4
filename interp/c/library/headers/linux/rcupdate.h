#ifndef _LINUX_RCUPDATE_H
#define _LINUX_RCUPDATE_H
#include <stdlib.h>
#include <linux/types.h>
#include <linux/container_of.h>
#include <linux/cleanup.h>
#include <linux/kcsan-checks.h>
#include <linux/lockdep.h>
#define RCU_LOCKDEP_WARN(condition, text) ((void)0)
#define rcu_read_lock_held() 1
#define rcu_read_lock_any_held() 1
#define rcu_replace_pointer(p, v, condition)                                        \
	({                                                                          \
		__typeof__(p) __fp_before = rcu_dereference_protected(p, condition); \
		rcu_assign_pointer(p, v);                                           \
		__fp_before;                                                        \
	})
/* What is called, or freed, after a grace period is by a thread of its own. A barrier waits until
   as many have ended as were called before. */
__attribute__((weak)) atomic_t __fp_rcu_callbacks;
static inline void *__fp_call_after(void *head)
{
	struct rcu_head *h = head;

	synchronize_rcu();
	h->func(h);
	atomic_dec_return_release(&__fp_rcu_callbacks);
	return NULL;
}
static inline void call_rcu(struct rcu_head *head, void (*func)(struct rcu_head *))
{
	pthread_t t;

	head->func = func;
	atomic_inc(&__fp_rcu_callbacks);
	pthread_create(&t, NULL, __fp_call_after, head);
	pthread_detach(t);
}
#define rcu_barrier() ((void)smp_cond_load_acquire(&__fp_rcu_callbacks.counter, VAL == 0))
static inline void *__fp_free_after(void *p)
{
	synchronize_rcu();
	free(p);
	return NULL;
}
static inline void __fp_kfree_rcu(void *p)
{
	pthread_t t;

	pthread_create(&t, NULL, __fp_free_after, p);
	pthread_detach(t);
}
#define kfree_rcu(p, member) __fp_kfree_rcu((void *)(p))
#define kvfree_rcu(p, member) kfree_rcu(p, member)
#define kfree_rcu_mightsleep(p) __fp_kfree_rcu((void *)(p))
#define get_state_synchronize_rcu() (smp_mb(), 0ul)
#define cond_synchronize_rcu(state) ((void)(state), synchronize_rcu())
DEFINE_LOCK_GUARD_0(rcu, rcu_read_lock(), rcu_read_unlock())
#endif
