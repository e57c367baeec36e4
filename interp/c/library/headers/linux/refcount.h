#ifndef _LINUX_REFCOUNT_H
#define _LINUX_REFCOUNT_H
#include <linux/types.h>
#include <linux/bug.h>
#include <linux/atomic.h>
typedef struct refcount_struct {
	atomic_t refs;
} refcount_t;
#define REFCOUNT_INIT(n) {ATOMIC_INIT(n)}
#define refcount_set(r, n) atomic_set(&(r)->refs, (n))
#define refcount_read(r) ((unsigned)atomic_read(&(r)->refs))
#define refcount_inc(r) ((void)atomic_fetch_add_relaxed(1, &(r)->refs))
/* One that has gone to 0 stays there. */
static inline bool refcount_inc_not_zero(refcount_t *r)
{
	int old = atomic_read(&r->refs), seen;

	while (old) {
		seen = atomic_cmpxchg_relaxed(&r->refs, old, old + 1);
		if (seen == old)
			return 1;
		old = seen;
	}
	return 0;
}
/* The last one orders all that was done with the object before what frees it. */
static inline bool refcount_dec_and_test(refcount_t *r)
{
	if (atomic_fetch_sub_release(1, &r->refs) != 1)
		return 0;
	smp_acquire__after_ctrl_dep();
	return 1;
}
#endif
