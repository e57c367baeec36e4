#ifndef _LINUX_KTHREAD_H
#define _LINUX_KTHREAD_H
#include <stdlib.h>
#include <linux/sched.h>
static inline void *__fp_kthread(void *task)
{
	__fp_current = task;
	current->result = current->run(current->data);
	return NULL;
}
/* One that is only created sleeps until it is woken. */
static inline void *__fp_kthread_asleep(void *task)
{
	__fp_current = task;
	schedule();
	return __fp_kthread(task);
}
static inline struct task_struct *__fp_kthread_create(int (*run)(void *), void *data, void *(*begin)(void *), unsigned state)
{
	struct task_struct *t = calloc(1, sizeof *t);

	t->flags = PF_KTHREAD;
	t->__state = state;
	t->run = run;
	t->data = data;
	pthread_create(&t->thread, NULL, begin, t);
	return t;
}
#define kthread_run(run, data, ...) __fp_kthread_create((run), (data), __fp_kthread, TASK_RUNNING)
#define kthread_create(run, data, ...) __fp_kthread_create((run), (data), __fp_kthread_asleep, TASK_UNINTERRUPTIBLE)
#define kthread_bind(t, cpu) ((void)(t), (void)(cpu))
#define kthread_should_stop() READ_ONCE(current->stop)
static inline int kthread_stop(struct task_struct *t)
{
	int result;

	WRITE_ONCE(t->stop, 1);
	pthread_join(t->thread, NULL);
	result = t->result;
	free(t);
	return result;
}
#endif
