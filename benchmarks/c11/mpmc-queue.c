/* mpmc-queue: a bounded queue for several producers and consumers, of the
 * CDSChecker benchmarks; the seeded version of C11Tester (ASPLOS 2021),
 * section 7.3.
 *
 * rdwr counts the reads (high half) and writes (low half) that have begun,
 * readers and written those that have ended. The publication of a write is
 * relaxed and a read begins with a compare-exchange that only acquires, so
 * reader and writer of a slot do not synchronise: a data race on the slot.
 *
 * -DFIXED publishes with release and begins a read with acq_rel. -DORIG is the
 * original, which is the same.
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
#define PUBLISH memory_order_release
#define BEGIN_READ memory_order_acq_rel
#else
#define PUBLISH memory_order_relaxed
#define BEGIN_READ memory_order_acquire
#endif

enum { SLOTS = 4 };

static int slots[SLOTS];
static atomic_uint rdwr, readers, written;

/* read_fetch returns the oldest element, which the caller then owns; null if
 * there is none. */
static int *read_fetch(void)
{
	unsigned both = atomic_load_explicit(&rdwr, memory_order_acquire);
	unsigned rd, wr;

	for (;;) {
		rd = both >> 16 & 0xffff;
		wr = both & 0xffff;
		if (wr == rd)
			return NULL;
		if (atomic_compare_exchange_weak_explicit(&rdwr, &both, both + (1 << 16),
		                                          BEGIN_READ, memory_order_acquire))
			break;
		sched_yield();
	}
	while ((atomic_load_explicit(&written, memory_order_acquire) & 0xffff) != wr)
		sched_yield();
	return &slots[rd % SLOTS];
}

static void read_consume(void)
{
	atomic_fetch_add_explicit(&readers, 1, memory_order_release);
}

/* write_prepare returns the next free slot, which the caller then owns; null
 * if the queue is full. */
static int *write_prepare(void)
{
	unsigned both = atomic_load_explicit(&rdwr, memory_order_acquire);
	unsigned rd, wr;

	for (;;) {
		rd = both >> 16 & 0xffff;
		wr = both & 0xffff;
		if (wr == ((rd + SLOTS) & 0xffff))
			return NULL;
		if (atomic_compare_exchange_weak_explicit(&rdwr, &both, rd << 16 | ((wr + 1) & 0xffff),
		                                          memory_order_acq_rel, memory_order_acquire))
			break;
		sched_yield();
	}
	while ((atomic_load_explicit(&readers, memory_order_acquire) & 0xffff) != rd)
		sched_yield();
	return &slots[wr % SLOTS];
}

static void write_publish(void)
{
	atomic_fetch_add_explicit(&written, 1, PUBLISH);
}

static void *thread(void *unused)
{
	(void)unused;
	int *slot = write_prepare();
	if (slot) {
		*slot = 1;
		write_publish();
	}
	while ((slot = read_fetch())) {
		int seen = *slot;
		(void)seen;
		read_consume();
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int *slot = write_prepare();

	*slot = 17;
	write_publish();
	pthread_create(&a, NULL, thread, NULL);
	pthread_create(&b, NULL, thread, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
