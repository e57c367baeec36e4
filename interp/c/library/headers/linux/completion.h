#ifndef _LINUX_COMPLETION_H
#define _LINUX_COMPLETION_H
#include <linux/wait.h>
struct completion {
	unsigned done;
	wait_queue_head_t wait;
};
#define COMPLETION_INITIALIZER(name) {0, __WAIT_QUEUE_HEAD_INITIALIZER(name.wait)}
#define DECLARE_COMPLETION(name) struct completion name = COMPLETION_INITIALIZER(name)
#define DECLARE_COMPLETION_ONSTACK(name) DECLARE_COMPLETION(name)
#define init_completion(x) ((x)->done = 0, init_waitqueue_head(&(x)->wait))
#define reinit_completion(x) WRITE_ONCE((x)->done, 0)
static inline void complete(struct completion *x)
{
	spin_lock(&x->wait.lock);
	WRITE_ONCE(x->done, x->done + 1);
	spin_unlock(&x->wait.lock);
}
static inline void complete_all(struct completion *x)
{
	spin_lock(&x->wait.lock);
	WRITE_ONCE(x->done, -1u);
	spin_unlock(&x->wait.lock);
}
static inline bool try_wait_for_completion(struct completion *x)
{
	unsigned done;

	spin_lock(&x->wait.lock);
	done = x->done;
	if (done && done != -1u)
		WRITE_ONCE(x->done, done - 1);
	spin_unlock(&x->wait.lock);
	return done;
}
/* It is seen without the lock that there is something to take, and taken with it. */
static inline void wait_for_completion(struct completion *x)
{
	do
		smp_cond_load_relaxed(&x->done, VAL != 0);
	while (!try_wait_for_completion(x));
}
#define wait_for_completion_interruptible(x) (wait_for_completion(x), 0)
#define wait_for_completion_killable(x) wait_for_completion_interruptible(x)
/* The time elapses whenever it likes. */
#define wait_for_completion_timeout(x, timeout) (cpu_relax(), try_wait_for_completion(x) ? (unsigned long)(timeout) : 0ul)
#define wait_for_completion_interruptible_timeout(x, timeout) ((long)wait_for_completion_timeout((x), (timeout)))
#define completion_done(x) (READ_ONCE((x)->done) != 0)
#endif
