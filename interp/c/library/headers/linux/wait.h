#ifndef _LINUX_WAIT_H
#define _LINUX_WAIT_H
#include <linux/spinlock.h>
/* A queue counts who waits on it, and how often these were woken: each then looks at its condition
   again. */
typedef struct wait_queue_head {
	spinlock_t lock;
	int waiting, wakes;
} wait_queue_head_t;
#define __WAIT_QUEUE_HEAD_INITIALIZER(name) {PTHREAD_MUTEX_INITIALIZER, 0, 0}
#define DECLARE_WAIT_QUEUE_HEAD(name) wait_queue_head_t name = __WAIT_QUEUE_HEAD_INITIALIZER(name)
#define init_waitqueue_head(q) (spin_lock_init(&(q)->lock), (q)->waiting = (q)->wakes = 0)
#define waitqueue_active(q) (READ_ONCE((q)->waiting) != 0)
static inline bool wq_has_sleeper(wait_queue_head_t *q)
{
	smp_mb();
	return waitqueue_active(q);
}
static inline int __fp_join_queue(wait_queue_head_t *q, int n)
{
	int wakes;

	spin_lock(&q->lock);
	WRITE_ONCE(q->waiting, q->waiting + n);
	wakes = q->wakes;
	spin_unlock(&q->lock);
	return wakes;
}
/* Who waits is seen to before the condition is looked at. */
#define wait_event(q, condition)                                                   \
	do {                                                                       \
		int __fp_wakes = __fp_join_queue(&(q), 1);                         \
		for (;;) {                                                         \
			smp_mb();                                                  \
			if (condition)                                             \
				break;                                             \
			__fp_wakes = smp_cond_load_acquire(&(q).wakes, VAL != __fp_wakes); \
		}                                                                  \
		__fp_join_queue(&(q), -1);                                         \
	} while (0)
#define wait_event_interruptible(q, condition) ({ wait_event(q, condition); 0; })
#define wait_event_killable(q, condition) wait_event_interruptible(q, condition)
/* Waking is a full barrier if there is whom to wake. */
static inline void wake_up_all(wait_queue_head_t *q)
{
	spin_lock(&q->lock);
	if (q->waiting) {
		smp_mb();
		WRITE_ONCE(q->wakes, q->wakes + 1);
	}
	spin_unlock(&q->lock);
}
#define wake_up(q) wake_up_all(q)
#define wake_up_interruptible(q) wake_up_all(q)
#endif
