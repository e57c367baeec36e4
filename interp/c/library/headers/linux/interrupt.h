#ifndef _LINUX_INTERRUPT_H
#define _LINUX_INTERRUPT_H
#include <linux/irqflags.h>
#include <linux/workqueue.h>
typedef enum { IRQ_NONE, IRQ_HANDLED, IRQ_WAKE_THREAD } irqreturn_t;
#define IRQ_RETVAL(x) ((x) ? IRQ_HANDLED : IRQ_NONE)
/* A tasklet is work. */
struct tasklet_struct {
	struct work_struct work;
	void (*callback)(struct tasklet_struct *);
};
static inline void __fp_tasklet(struct work_struct *w)
{
	struct tasklet_struct *t = container_of(w, struct tasklet_struct, work);

	t->callback(t);
}
#define DECLARE_TASKLET(name, f) struct tasklet_struct name = {__WORK_INITIALIZER(name, __fp_tasklet), (f)}
#define tasklet_setup(t, f) (INIT_WORK(&(t)->work, __fp_tasklet), (void)((t)->callback = (f)))
#define from_tasklet(p, t, member) container_of((t), __typeof__(*(p)), member)
#define tasklet_schedule(t) ((void)queue_work(system_wq, &(t)->work))
#define tasklet_hi_schedule(t) tasklet_schedule(t)
#define tasklet_kill(t) ((void)flush_work(&(t)->work))
#endif
