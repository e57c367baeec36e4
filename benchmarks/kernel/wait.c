/* Whoever makes a condition true wakes those who wait for it, if there are any. With DROPPED nothing
 * orders the condition before the look at the queue: one may sleep for ever. */
#include <assert.h>
#include <pthread.h>
#include <linux/wait.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static int ready;

static void *waker(void *arg)
{
	WRITE_ONCE(ready, 1);
#ifndef DROPPED
	smp_mb();
#endif
	if (waitqueue_active(&queue))
		wake_up(&queue);
	return NULL;
}

static void *waiter(void *arg)
{
	wait_event(queue, READ_ONCE(ready));
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, waker, NULL);
	pthread_create(&u, NULL, waiter, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
