#ifndef _LINUX_COMPLETION_H
#define _LINUX_COMPLETION_H
#include <linux/types.h>
#include <linux/wait.h>
struct completion {
	unsigned done;
	wait_queue_head_t wait;
};
#define COMPLETION_INITIALIZER(name) {0, __WAIT_QUEUE_HEAD_INITIALIZER(name.wait)}
#define DECLARE_COMPLETION(name) struct completion name = COMPLETION_INITIALIZER(name)
#define init_completion(x) ((x)->done = 0, init_waitqueue_head(&(x)->wait))
#define reinit_completion(x) ((void)((x)->done = 0))
static inline void complete(struct completion *x)
{
	spin_lock(&x->wait.lock);
	x->done++;
	pthread_cond_signal(&x->wait.woken);
	spin_unlock(&x->wait.lock);
}
static inline void complete_all(struct completion *x)
{
	spin_lock(&x->wait.lock);
	x->done = -1u;
	pthread_cond_broadcast(&x->wait.woken);
	spin_unlock(&x->wait.lock);
}
static inline void wait_for_completion(struct completion *x)
{
	spin_lock(&x->wait.lock);
	while (!x->done)
		pthread_cond_wait(&x->wait.woken, &x->wait.lock);
	if (x->done != -1u)
		x->done--;
	spin_unlock(&x->wait.lock);
}
static inline bool try_wait_for_completion(struct completion *x)
{
	bool done;

	spin_lock(&x->wait.lock);
	done = x->done;
	if (done && x->done != -1u)
		x->done--;
	spin_unlock(&x->wait.lock);
	return done;
}
#endif
