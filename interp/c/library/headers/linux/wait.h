#ifndef _LINUX_WAIT_H
#define _LINUX_WAIT_H
#include <linux/spinlock.h>
/* A queue is what all that wait on it are woken by; each looks at its condition again. */
typedef struct wait_queue_head {
	spinlock_t lock;
	pthread_cond_t woken;
	int waiting;
} wait_queue_head_t;
#define __WAIT_QUEUE_HEAD_INITIALIZER(name) {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0}
#define DECLARE_WAIT_QUEUE_HEAD(name) wait_queue_head_t name = __WAIT_QUEUE_HEAD_INITIALIZER(name)
#define init_waitqueue_head(q) (spin_lock_init(&(q)->lock), (void)pthread_cond_init(&(q)->woken, NULL), (q)->waiting = 0)
#define waitqueue_active(q) (READ_ONCE((q)->waiting) != 0)
static inline void __fp_join_queue(wait_queue_head_t *q, int n)
{
	spin_lock(&q->lock);
	WRITE_ONCE(q->waiting, q->waiting + n);
	spin_unlock(&q->lock);
}
/* Who waits is seen to before the condition is looked at. */
#define wait_event(q, condition)                                          \
	do {                                                              \
		__fp_join_queue(&(q), 1);                                 \
		smp_mb();                                                 \
		spin_lock(&(q).lock);                                     \
		while (!(condition))                                      \
			pthread_cond_wait(&(q).woken, &(q).lock);         \
		spin_unlock(&(q).lock);                                   \
		__fp_join_queue(&(q), -1);                                \
	} while (0)
#define wait_event_interruptible(q, condition) ({ wait_event(q, condition); 0; })
static inline void wake_up_all(wait_queue_head_t *q)
{
	spin_lock(&q->lock);
	pthread_cond_broadcast(&q->woken);
	spin_unlock(&q->lock);
}
#define wake_up(q) wake_up_all(q)
#define wake_up_interruptible(q) wake_up_all(q)
#endif
