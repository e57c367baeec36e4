#ifndef _LINUX_KREF_H
#define _LINUX_KREF_H
#include <linux/refcount.h>
struct kref {
	refcount_t refcount;
};
#define KREF_INIT(n) {REFCOUNT_INIT(n)}
#define kref_init(k) refcount_set(&(k)->refcount, 1)
#define kref_read(k) refcount_read(&(k)->refcount)
#define kref_get(k) refcount_inc(&(k)->refcount)
#define kref_get_unless_zero(k) refcount_inc_not_zero(&(k)->refcount)
static inline int kref_put(struct kref *k, void (*release)(struct kref *))
{
	if (!refcount_dec_and_test(&k->refcount))
		return 0;
	release(k);
	return 1;
}
/* The lock is held where it is released, which unlocks. */
static inline int kref_put_mutex(struct kref *k, void (*release)(struct kref *), struct mutex *m)
{
	if (!refcount_dec_and_mutex_lock(&k->refcount, m))
		return 0;
	release(k);
	return 1;
}
static inline int kref_put_lock(struct kref *k, void (*release)(struct kref *), spinlock_t *l)
{
	if (!refcount_dec_and_lock(&k->refcount, l))
		return 0;
	release(k);
	return 1;
}
#endif
