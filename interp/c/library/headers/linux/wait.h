#ifndef _LINUX_WAIT_H
#define _LINUX_WAIT_H
#include <linux/spinlock.h>
#include <linux/sched.h>
/* A queue counts who waits on it, and how often these were woken: each then looks at its condition
   again. Who sleeps by schedule() has an entry. */
typedef struct wait_queue_entry {
	struct task_struct *private;
	struct wait_queue_entry *next;
	int queued;
} wait_queue_entry_t;
typedef struct wait_queue_head {
	spinlock_t lock;
	int waiting, wakes;
	struct wait_queue_entry *entries;
} wait_queue_head_t;
#define __WAIT_QUEUE_HEAD_INITIALIZER(name) {PTHREAD_MUTEX_INITIALIZER, 0, 0, NULL}
#define DECLARE_WAIT_QUEUE_HEAD(name) wait_queue_head_t name = __WAIT_QUEUE_HEAD_INITIALIZER(name)
#define init_waitqueue_head(q) (spin_lock_init(&(q)->lock), (q)->waiting = (q)->wakes = 0, (q)->entries = NULL)
#define DECLARE_WAIT_QUEUE_HEAD_ONSTACK(name) DECLARE_WAIT_QUEUE_HEAD(name)
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
#define wait_event_freezable(q, condition) wait_event_interruptible(q, condition)
/* The time elapses whenever it likes. */
#define wait_event_timeout(q, condition, timeout) \
	({ cpu_relax(); (void)(q); (condition) || (smp_mb(), (condition)) ? (timeout) : 0; })
#define wait_event_interruptible_timeout(q, condition, timeout) wait_event_timeout(q, condition, timeout)
#define wait_event_killable_timeout(q, condition, timeout) wait_event_timeout(q, condition, timeout)
/* The condition is looked at with the lock held, and waited for without. */
#define wait_event_lock_irq(q, condition, l)                                                  \
	do {                                                                                  \
		while (!(condition)) {                                                        \
			int __fp_wakes = __fp_join_queue(&(q), 1), __fp_waits = !(condition); \
			spin_unlock_irq(&(l));                                                \
			if (__fp_waits)                                                       \
				smp_cond_load_acquire(&(q).wakes, VAL != __fp_wakes);         \
			__fp_join_queue(&(q), -1);                                            \
			spin_lock_irq(&(l));                                                  \
		}                                                                             \
	} while (0)
#define DEFINE_WAIT(name) struct wait_queue_entry name = {current, NULL, 0}
#define init_wait(w) ((w)->private = current, (w)->queued = 0)
static inline void prepare_to_wait(wait_queue_head_t *q, struct wait_queue_entry *w, int state)
{
	spin_lock(&q->lock);
	if (!w->queued) {
		w->queued = 1;
		w->next = q->entries;
		q->entries = w;
		WRITE_ONCE(q->waiting, q->waiting + 1);
	}
	set_current_state((unsigned)state);
	spin_unlock(&q->lock);
}
static inline void finish_wait(wait_queue_head_t *q, struct wait_queue_entry *w)
{
	struct wait_queue_entry **p = &q->entries;

	__set_current_state(TASK_RUNNING);
	if (!w->queued)
		return;
	spin_lock(&q->lock);
	while (*p != w)
		p = &(*p)->next;
	*p = w->next;
	w->queued = 0;
	WRITE_ONCE(q->waiting, q->waiting - 1);
	spin_unlock(&q->lock);
}
/* Waking is a full barrier if there is whom to wake. */
static inline void wake_up_all(wait_queue_head_t *q)
{
	spin_lock(&q->lock);
	if (q->waiting) {
		smp_mb();
		WRITE_ONCE(q->wakes, q->wakes + 1);
		for (struct wait_queue_entry *w = q->entries; w; w = w->next)
			wake_up_process(w->private);
	}
	spin_unlock(&q->lock);
}
#define wake_up(q) wake_up_all(q)
#define wake_up_interruptible(q) wake_up_all(q)
#define wake_up_interruptible_all(q) wake_up_all(q)
#endif
