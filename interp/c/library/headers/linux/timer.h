#ifndef _LINUX_TIMER_H
#define _LINUX_TIMER_H
#include <linux/workqueue.h>
/* A timer is work: it goes off at any time. */
struct timer_list {
	struct work_struct work;
	unsigned long expires;
	void (*function)(struct timer_list *);
};
static inline void __fp_timer(struct work_struct *w)
{
	struct timer_list *t = container_of(w, struct timer_list, work);

	t->function(t);
}
#define DEFINE_TIMER(name, f) struct timer_list name = {__WORK_INITIALIZER(name, __fp_timer), 0, (f)}
#define timer_setup(t, f, flags) (INIT_WORK(&(t)->work, __fp_timer), (void)((t)->function = (f)))
#define timer_container_of(p, t, member) container_of((t), __typeof__(*(p)), member)
#define from_timer(p, t, member) timer_container_of(p, t, member)
#define mod_timer(t, when) ((void)(when), !queue_work(system_wq, &(t)->work))
#define add_timer(t) ((void)mod_timer((t), (t)->expires))
#define timer_pending(t) work_pending(&(t)->work)
#define timer_delete(t) cancel_work(&(t)->work)
#define timer_delete_sync(t) cancel_work_sync(&(t)->work)
#define timer_shutdown_sync(t) timer_delete_sync(t)
#define del_timer(t) timer_delete(t)
#define del_timer_sync(t) timer_delete_sync(t)
#endif
