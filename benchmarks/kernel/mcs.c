/* The queue of a slow path: each thread waits on its own node, and the one before hands on the
 * lock. With DROPPED it is handed on without order. */
#include <assert.h>
#include <pthread.h>
#include <linux/atomic.h>

struct node {
	struct node *next;
	int locked;
};
static struct node *tail, nodes[2];
static int x;

static void *section(void *arg)
{
	struct node *me = arg, *before = xchg(&tail, me), *next;

	if (before) {
		WRITE_ONCE(before->next, me);
		smp_cond_load_acquire(&me->locked, VAL);
	}
	x++;
	next = READ_ONCE(me->next);
	if (!next) {
		if (cmpxchg_release(&tail, me, NULL) == me)
			return NULL;
		next = smp_cond_load_relaxed(&me->next, VAL != NULL);
	}
#ifdef DROPPED
	WRITE_ONCE(next->locked, 1);
#else
	smp_store_release(&next->locked, 1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, section, &nodes[0]);
	pthread_create(&u, NULL, section, &nodes[1]);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(x == 2);
	return 0;
}
