#ifndef _LINUX_REFCOUNT_H
#define _LINUX_REFCOUNT_H
#include <linux/types.h>
#include <linux/bug.h>
#include <linux/atomic.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
typedef struct refcount_struct {
	atomic_t refs;
} refcount_t;
#define REFCOUNT_INIT(n) {ATOMIC_INIT(n)}
#define refcount_set(r, n) atomic_set(&(r)->refs, (n))
#define refcount_read(r) ((unsigned)atomic_read(&(r)->refs))
#define refcount_add(i, r) ((void)atomic_fetch_add_relaxed((i), &(r)->refs))
#define refcount_inc(r) refcount_add(1, r)
#define refcount_dec(r) ((void)atomic_fetch_sub_release(1, &(r)->refs))
/* One that has gone to 0 stays there. */
static inline bool refcount_add_not_zero(int i, refcount_t *r)
{
	int old = atomic_read(&r->refs), seen;

	while (old) {
		seen = atomic_cmpxchg_relaxed(&r->refs, old, old + i);
		if (seen == old)
			return 1;
		old = seen;
	}
	return 0;
}
#define refcount_inc_not_zero(r) refcount_add_not_zero(1, (r))
/* The last one orders all that was done with the object before what frees it. The result is
   computed, not chosen, so that who branches on it depends on the count. */
static inline bool refcount_sub_and_test(int i, refcount_t *r)
{
	bool last = atomic_fetch_sub_release(i, &r->refs) == i;

	if (last)
		smp_acquire__after_ctrl_dep();
	return last;
}
#define refcount_dec_and_test(r) refcount_sub_and_test(1, (r))
#define refcount_dec_if_one(r) (atomic_cmpxchg_release(&(r)->refs, 1, 0) == 1)
static inline bool refcount_dec_not_one(refcount_t *r)
{
	int old = atomic_read(&r->refs), seen;

	while (old != 1) {
		seen = atomic_cmpxchg_release(&r->refs, old, old - 1);
		if (seen == old)
			return 1;
		old = seen;
	}
	return 0;
}
/* The lock is held where the count has gone to 0. */
#define __fp_refcount_dec_and(r, l, lock, unlock)                                          \
	({                                                                                 \
		bool __fp_last = 0;                                                        \
		if (!refcount_dec_not_one(r)) {                                            \
			lock(l);                                                           \
			__fp_last = refcount_dec_and_test(r);                              \
			if (!__fp_last)                                                    \
				unlock(l);                                                 \
		}                                                                          \
		__fp_last;                                                                 \
	})
#define refcount_dec_and_lock(r, l) __fp_refcount_dec_and((r), (l), spin_lock, spin_unlock)
#define refcount_dec_and_lock_irqsave(r, l, flags) ((void)(*(flags) = 0), refcount_dec_and_lock((r), (l)))
#define refcount_dec_and_mutex_lock(r, m) __fp_refcount_dec_and((r), (m), mutex_lock, mutex_unlock)
#endif
