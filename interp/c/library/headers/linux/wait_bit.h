#ifndef _LINUX_WAIT_BIT_H
#define _LINUX_WAIT_BIT_H
#include <linux/wait.h>
#include <linux/bitops.h>
/* Who waits for a bit, or for a variable, is in one list of all, and is woken by the address. */
struct __fp_bit_waiter {
	const volatile void *word;
	int bit, wakes;
	struct __fp_bit_waiter *next;
};
__attribute__((weak)) spinlock_t __fp_bit_lock;
__attribute__((weak)) struct __fp_bit_waiter *__fp_bit_waiters;
static inline void __fp_bit_join(struct __fp_bit_waiter *w)
{
	spin_lock(&__fp_bit_lock);
	w->next = __fp_bit_waiters;
	WRITE_ONCE(__fp_bit_waiters, w);
	spin_unlock(&__fp_bit_lock);
}
static inline void __fp_bit_leave(struct __fp_bit_waiter *w)
{
	struct __fp_bit_waiter **p = &__fp_bit_waiters;

	spin_lock(&__fp_bit_lock);
	while (*p != w)
		p = &(*p)->next;
	WRITE_ONCE(*p, w->next);
	spin_unlock(&__fp_bit_lock);
}
/* It is looked without a barrier whether anyone waits: who wakes has to order what it has made
   true before. */
static inline void __fp_bit_wake(const volatile void *word, int bit)
{
	if (!READ_ONCE(__fp_bit_waiters))
		return;
	spin_lock(&__fp_bit_lock);
	for (struct __fp_bit_waiter *w = __fp_bit_waiters; w; w = w->next)
		if (w->word == word && w->bit == bit) {
			smp_mb();
			WRITE_ONCE(w->wakes, w->wakes + 1);
		}
	spin_unlock(&__fp_bit_lock);
}
#define __fp_wait_bit(address, n, condition)                                            \
	do {                                                                            \
		struct __fp_bit_waiter __fp_w = {(address), (n), 0, NULL};              \
		int __fp_seen = 0;                                                      \
		if (condition)                                                          \
			break;                                                          \
		__fp_bit_join(&__fp_w);                                                 \
		for (;;) {                                                              \
			smp_mb();                                                       \
			if (condition)                                                  \
				break;                                                  \
			__fp_seen = smp_cond_load_acquire(&__fp_w.wakes, VAL != __fp_seen); \
		}                                                                       \
		__fp_bit_leave(&__fp_w);                                                \
	} while (0)
#define wait_var_event(var, condition) __fp_wait_bit((var), -1, condition)
#define wait_var_event_interruptible(var, condition) ({ wait_var_event((var), condition); 0; })
#define wait_var_event_killable(var, condition) wait_var_event_interruptible((var), condition)
#define wake_up_var(var) __fp_bit_wake((var), -1)
#define store_release_wake_up(var, v) (smp_store_release((var), (v)), smp_mb(), wake_up_var(var))
#define atomic_dec_and_wake_up(v) (atomic_dec_and_test(v) ? wake_up_var(v), 1 : 0)
static inline int wait_on_bit(unsigned long *word, int bit, unsigned mode)
{
	(void)mode;
	__fp_wait_bit(word, bit, !test_bit_acquire(bit, word));
	return 0;
}
static inline int wait_on_bit_lock(unsigned long *word, int bit, unsigned mode)
{
	(void)mode;
	__fp_wait_bit(word, bit, !test_and_set_bit(bit, word));
	return 0;
}
#define wait_on_bit_io(word, bit, mode) wait_on_bit((word), (bit), (mode))
#define wait_on_bit_lock_io(word, bit, mode) wait_on_bit_lock((word), (bit), (mode))
#define wake_up_bit(word, bit) __fp_bit_wake((word), (bit))
static inline void clear_and_wake_up_bit(int bit, unsigned long *word)
{
	clear_bit_unlock(bit, word);
	smp_mb__after_atomic();
	wake_up_bit(word, bit);
}
static inline bool test_and_clear_wake_up_bit(int bit, unsigned long *word)
{
	if (!test_and_clear_bit(bit, word))
		return 0;
	wake_up_bit(word, bit);
	return 1;
}
#endif
