#ifndef _LINUX_SCHED_H
#define _LINUX_SCHED_H
#include <linux/types.h>
/* A task is a thread; one that kthread_run() has not started has an object of its own. */
struct task_struct {
	unsigned __state, flags;
	pthread_t thread;
	int (*run)(void *);
	void *data;
	int stop, result;
};
__attribute__((weak)) _Thread_local struct task_struct __fp_task, *__fp_current;
static inline struct task_struct *get_current(void)
{
	return __fp_current ? __fp_current : &__fp_task;
}
#define current get_current()
#define TASK_RUNNING 0u
#define TASK_INTERRUPTIBLE 1u
#define TASK_UNINTERRUPTIBLE 2u
#define TASK_WAKEKILL 0x100u
#define TASK_NOLOAD 0x400u
#define TASK_FREEZABLE 0x2000u
#define TASK_KILLABLE (TASK_WAKEKILL | TASK_UNINTERRUPTIBLE)
#define TASK_IDLE (TASK_UNINTERRUPTIBLE | TASK_NOLOAD)
#define TASK_NORMAL (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE)
#define __set_current_state(state) WRITE_ONCE(current->__state, (state))
#define set_current_state(state) smp_store_mb(current->__state, (state))
#define get_current_state() READ_ONCE(current->__state)
/* A task that is to sleep does so until another has set it running. No time elapses, and there
   are no signals. */
#define PF_KTHREAD 0x200000u
#define MAX_SCHEDULE_TIMEOUT __LONG_MAX__
#define __sched
#define WF_SYNC 0x10
static inline void schedule(void)
{
	smp_mb();
	while (smp_load_acquire(&current->__state) != TASK_RUNNING)
		cpu_relax();
}
#define io_schedule() schedule()
/* It is woken before the time has elapsed, or not. */
static inline long schedule_timeout(long timeout)
{
	if (timeout == MAX_SCHEDULE_TIMEOUT) {
		schedule();
		return timeout;
	}
	cpu_relax();
	if (smp_load_acquire(&current->__state) == TASK_RUNNING)
		return timeout;
	__set_current_state(TASK_RUNNING);
	return 0;
}
static inline long __fp_sleep_in_state(long timeout, unsigned state)
{
	set_current_state(state);
	return schedule_timeout(timeout);
}
#define schedule_timeout_interruptible(timeout) __fp_sleep_in_state((timeout), TASK_INTERRUPTIBLE)
#define schedule_timeout_uninterruptible(timeout) __fp_sleep_in_state((timeout), TASK_UNINTERRUPTIBLE)
#define yield() cpu_relax()
#define io_schedule_timeout schedule_timeout
/* The state is looked at after a full barrier. */
static inline int try_to_wake_up(struct task_struct *task, unsigned state, int flags)
{
	(void)flags;
	smp_mb();
	if (!(READ_ONCE(task->__state) & state))
		return 0;
	smp_store_release(&task->__state, TASK_RUNNING);
	return 1;
}
#define wake_up_state(task, state) try_to_wake_up((task), (state), 0)
#define wake_up_process(task) try_to_wake_up((task), TASK_NORMAL, 0)
#define signal_pending(task) ((void)(task), 0)
#define fatal_signal_pending(task) ((void)(task), 0)
#define signal_pending_state(state, task) ((void)(state), (void)(task), 0)
#define need_resched() 0
#define vcpu_is_preempted(cpu) 0
#define cond_resched() 0
#endif
