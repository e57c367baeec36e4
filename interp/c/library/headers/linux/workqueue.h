#ifndef _LINUX_WORKQUEUE_H
#define _LINUX_WORKQUEUE_H
#include <stdlib.h>
#include <linux/types.h>
#include <linux/container_of.h>
#include <linux/jiffies.h>
#include <linux/atomic.h>
struct work_struct;
typedef void (*work_func_t)(struct work_struct *);
struct workqueue_struct {
	int ordered;
};
struct work_struct {
	atomic_t pending;
	work_func_t func;
};
/* Each time that work is queued a thread of its own does it, after what was queued before of the same
   work, or in the same ordered queue. The list has the latest first; the work may be freed before
   its thread ends. */
struct __fp_queued {
	struct work_struct *work;
	struct workqueue_struct *queue;
	work_func_t func;
	enum { __FP_QUEUED, __FP_TAKEN, __FP_CANCELLED } state;
	int done;
	struct __fp_queued *next, *before;
};
__attribute__((weak)) spinlock_t __fp_work_lock;
__attribute__((weak)) struct __fp_queued *__fp_works;
__attribute__((weak)) struct workqueue_struct __fp_system_wq;
#define system_wq (&__fp_system_wq)
#define system_highpri_wq system_wq
#define system_long_wq system_wq
#define system_unbound_wq system_wq
#define __WORK_INITIALIZER(name, f) {ATOMIC_INIT(0), (f)}
#define DECLARE_WORK(name, f) struct work_struct name = __WORK_INITIALIZER(name, f)
#define INIT_WORK(w, f) (atomic_set(&(w)->pending, 0), (void)((w)->func = (f)))
#define INIT_WORK_ONSTACK(w, f) INIT_WORK((w), (f))
#define destroy_work_on_stack(w) ((void)(w))
#define work_pending(w) (atomic_read(&(w)->pending) != 0)
/* Work that is still queued is taken, or cancelled; from then on it can be queued again. */
static inline bool __fp_take_work(struct __fp_queued *q, int state)
{
	bool queued;

	spin_lock(&__fp_work_lock);
	queued = q->state == __FP_QUEUED;
	if (queued) {
		q->state = state;
		atomic_set(&q->work->pending, 0);
	}
	spin_unlock(&__fp_work_lock);
	return queued;
}
static inline void *__fp_do_work(void *arg)
{
	struct __fp_queued *q = arg;

	if (q->before)
		smp_cond_load_acquire(&q->before->done, VAL != 0);
	if (__fp_take_work(q, __FP_TAKEN)) {
		smp_mb();
		q->func(q->work);
	}
	smp_store_release(&q->done, 1);
	return NULL;
}
/* The last that was queued of some work, or, if that is null, in a queue. */
static inline struct __fp_queued *__fp_last_queued(struct work_struct *w, struct workqueue_struct *queue)
{
	struct __fp_queued *q;

	spin_lock(&__fp_work_lock);
	for (q = __fp_works; q && q->work != w && q->queue != queue;)
		q = q->next;
	spin_unlock(&__fp_work_lock);
	return q;
}
static inline bool queue_work(struct workqueue_struct *queue, struct work_struct *w)
{
	struct __fp_queued *q, *b;
	pthread_t t;

	if (atomic_xchg(&w->pending, 1))
		return 0;
	q = calloc(1, sizeof *q);
	q->work = w;
	q->queue = queue;
	q->func = w->func;
	spin_lock(&__fp_work_lock);
	for (b = __fp_works; b && b->work != w && !(queue->ordered && b->queue == queue);)
		b = b->next;
	q->before = b;
	q->next = __fp_works;
	__fp_works = q;
	spin_unlock(&__fp_work_lock);
	pthread_create(&t, NULL, __fp_do_work, q);
	pthread_detach(t);
	return 1;
}
#define schedule_work(w) queue_work(system_wq, (w))
#define queue_work_on(cpu, queue, w) queue_work((queue), (w))
#define schedule_work_on(cpu, w) schedule_work(w)
/* What it waits for has been done if the last that was queued has. */
static inline bool flush_work(struct work_struct *w)
{
	struct __fp_queued *q = __fp_last_queued(w, NULL);

	if (!q || smp_load_acquire(&q->done))
		return 0;
	smp_cond_load_acquire(&q->done, VAL != 0);
	return 1;
}
static inline bool cancel_work(struct work_struct *w)
{
	struct __fp_queued *q = __fp_last_queued(w, NULL);

	return q && __fp_take_work(q, __FP_CANCELLED);
}
/* Work that is being done is waited for, and may have been queued again by itself. */
static inline bool cancel_work_sync(struct work_struct *w)
{
	bool cancelled = 0;
	struct __fp_queued *q, *last;

	do {
		last = __fp_last_queued(w, NULL);
		if (last && __fp_take_work(last, __FP_CANCELLED))
			cancelled = 1;
		for (q = last; q; q = q->next)
			if (q->work == w && q->state == __FP_TAKEN)
				smp_cond_load_acquire(&q->done, VAL != 0);
	} while (last != __fp_last_queued(w, NULL));
	return cancelled;
}
static inline void flush_workqueue(struct workqueue_struct *queue)
{
	for (struct __fp_queued *q = __fp_last_queued(NULL, queue); q; q = q->next)
		if (q->queue == queue)
			smp_cond_load_acquire(&q->done, VAL != 0);
}
#define flush_scheduled_work() flush_workqueue(system_wq)
static inline struct workqueue_struct *__fp_alloc_workqueue(int ordered)
{
	struct workqueue_struct *queue = malloc(sizeof *queue);

	queue->ordered = ordered;
	return queue;
}
/* Work of a queue that is destroyed may queue more. */
static inline void destroy_workqueue(struct workqueue_struct *queue)
{
	struct __fp_queued *last;

	do {
		last = __fp_last_queued(NULL, queue);
		flush_workqueue(queue);
	} while (last != __fp_last_queued(NULL, queue));
	free(queue);
}
#define WQ_UNBOUND 2u
#define WQ_FREEZABLE 4u
#define WQ_MEM_RECLAIM 8u
#define WQ_HIGHPRI 16u
#define WQ_CPU_INTENSIVE 32u
#define alloc_workqueue(name, flags, most, ...) __fp_alloc_workqueue((most) == 1 && (flags) & WQ_UNBOUND)
#define alloc_ordered_workqueue(name, flags, ...) __fp_alloc_workqueue(1)
#define create_workqueue(name) __fp_alloc_workqueue(0)
#define create_singlethread_workqueue(name) __fp_alloc_workqueue(1)

/* No time elapses: it is done at any time. */
struct delayed_work {
	struct work_struct work;
};
#define to_delayed_work(w) container_of((w), struct delayed_work, work)
#define DECLARE_DELAYED_WORK(name, f) struct delayed_work name = {__WORK_INITIALIZER(name, f)}
#define INIT_DELAYED_WORK(d, f) INIT_WORK(&(d)->work, f)
#define queue_delayed_work(queue, d, delay) queue_work((queue), &(d)->work)
#define schedule_delayed_work(d, delay) schedule_work(&(d)->work)
#define mod_delayed_work(queue, d, delay) (!queue_work((queue), &(d)->work))
#define cancel_delayed_work(d) cancel_work(&(d)->work)
#define cancel_delayed_work_sync(d) cancel_work_sync(&(d)->work)
#define flush_delayed_work(d) flush_work(&(d)->work)
#define delayed_work_pending(d) work_pending(&(d)->work)
#endif
