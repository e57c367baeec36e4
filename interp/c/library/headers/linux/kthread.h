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
static inline struct task_struct *__fp_kthread_run(int (*run)(void *), void *data)
{
	struct task_struct *t = calloc(1, sizeof *t);

	t->flags = PF_KTHREAD;
	t->run = run;
	t->data = data;
	pthread_create(&t->thread, NULL, __fp_kthread, t);
	return t;
}
#define kthread_run(run, data, ...) __fp_kthread_run((run), (data))
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
