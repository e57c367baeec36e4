/* mcs-lock: the queue lock of Mellor-Crummey and Scott, of the CDSChecker
 * benchmarks; the seeded version of C11Tester (ASPLOS 2021), section 7.3.
 *
 * A thread waits at the gate of its own node until its predecessor opens it.
 * Both loops that wait are relaxed, so a thread that had to wait does not
 * synchronise with its predecessor: a data race on shared.
 *
 * -DFIXED waits with acquire loads. -DORIG is the original, which is the same.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 * expect -DORIG c11: none
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined FIXED || defined ORIG
#define WAIT memory_order_acquire
#else
#define WAIT memory_order_relaxed
#endif

struct node {
	_Atomic(struct node *) next;
	atomic_int gate;
};

static _Atomic(struct node *) tail;
static int shared;

static void lock(struct node *me)
{
	atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&me->gate, 1, memory_order_relaxed);

	struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&before->next, me, memory_order_release);
		while (atomic_load_explicit(&me->gate, WAIT))
			sched_yield();
	}
}

static void unlock(struct node *me)
{
	struct node *next = atomic_load_explicit(&me->next, memory_order_acquire);

	if (!next) {
		struct node *expected = me;
		if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL,
		                                            memory_order_acq_rel, memory_order_acquire))
			return;
		while (!(next = atomic_load_explicit(&me->next, WAIT)))
			sched_yield();
	}
	atomic_store_explicit(&next->gate, 0, memory_order_release);
}

static void write_shared(void)
{
	struct node me;

	lock(&me);
	shared = 1;
	unlock(&me);
}

static void read_shared(void)
{
	struct node me;

	lock(&me);
	int seen = shared;
	(void)seen;
	unlock(&me);
}

static void *writer_first(void *unused)
{
	(void)unused;
	write_shared();
	read_shared();
	return NULL;
}

static void *reader_first(void *unused)
{
	(void)unused;
	read_shared();
	write_shared();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writer_first, NULL);
	pthread_create(&b, NULL, reader_first, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
