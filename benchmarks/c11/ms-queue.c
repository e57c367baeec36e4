/* ms-queue: the queue of Michael and Scott over an array of nodes with tagged
 * indices, of the CDSChecker benchmarks; the seeded version of C11Tester
 * (ASPLOS 2021), section 7.3.
 *
 * Four threads enqueue a number each and dequeue one. They share one cell for
 * what goes in and one for what comes out: a data race in every execution.
 *
 * -DFIXED gives every thread cells of its own. -DORIG is the original driver:
 * two threads, each of which enqueues a number and dequeues one; the sums of
 * what went in and came out are equal.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 * expect -DORIG c11: none
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#ifdef ORIG
enum { THREADS = 2 };
#else
enum { THREADS = 4 };
#endif

enum { NODES = 16, FREE = 2, POISON = 0x666 };

/* A tagged index: a count in the high half, the index of a node in the low
 * half, 0 for none. */
typedef uint64_t pointer;

#define INDEX(p) ((uint32_t)(p))
#define COUNT(p) ((p) >> 32)
#define POINTER(i, c) ((pointer)(uint32_t)(c) << 32 | (uint32_t)(i))

struct node {
	unsigned value;
	_Atomic pointer next;
};

static struct node nodes[NODES];
static _Atomic pointer head, tail;
static uint32_t free_lists[THREADS][FREE];

static uint32_t new_node(int self)
{
	for (int i = 0; i < FREE; i++) {
		uint32_t n = free_lists[self][i];
		if (n) {
			free_lists[self][i] = 0;
			return n;
		}
	}
	assert(0);
	return 0;
}

static void reclaim(int self, uint32_t n)
{
	assert(n);
	for (int i = 0; i < FREE; i++) {
		if (!free_lists[self][i]) {
			free_lists[self][i] = n;
			return;
		}
	}
	assert(0);
}

static void init_queue(void)
{
	for (int t = 0; t < THREADS; t++) {
		for (int i = 0; i < FREE; i++) {
			uint32_t n = 2 + FREE * t + i;
			free_lists[t][i] = n;
			atomic_store_explicit(&nodes[n].next, POINTER(POISON, 0), memory_order_relaxed);
		}
	}
	atomic_store_explicit(&head, POINTER(1, 0), memory_order_relaxed);
	atomic_store_explicit(&tail, POINTER(1, 0), memory_order_relaxed);
	atomic_store_explicit(&nodes[1].next, 0, memory_order_relaxed);
}

static bool swing(_Atomic pointer *p, pointer from, uint32_t to)
{
	return atomic_compare_exchange_strong_explicit(p, &from, POINTER(to, COUNT(from) + 1),
	                                               memory_order_release, memory_order_relaxed);
}

static void enqueue(int self, unsigned value)
{
	uint32_t node = new_node(self);
	pointer last;

	nodes[node].value = value;
	pointer old = atomic_load_explicit(&nodes[node].next, memory_order_relaxed);
	atomic_store_explicit(&nodes[node].next, POINTER(0, COUNT(old)), memory_order_relaxed);
	for (;;) {
		last = atomic_load_explicit(&tail, memory_order_acquire);
		pointer next = atomic_load_explicit(&nodes[INDEX(last)].next, memory_order_acquire);
		if (last != atomic_load_explicit(&tail, memory_order_relaxed))
			continue;
		assert(INDEX(next) != POISON);
		if (INDEX(next) == 0) {
			if (swing(&nodes[INDEX(last)].next, next, node))
				break;
			sched_yield();
		} else {
			swing(&tail, last, INDEX(next));
			sched_yield();
		}
	}
	swing(&tail, last, node);
}

static bool dequeue(int self, unsigned *value)
{
	for (;;) {
		pointer first = atomic_load_explicit(&head, memory_order_acquire);
		pointer last = atomic_load_explicit(&tail, memory_order_relaxed);
		pointer next = atomic_load_explicit(&nodes[INDEX(first)].next, memory_order_acquire);
		if (first != atomic_load_explicit(&head, memory_order_relaxed))
			continue;
		if (INDEX(first) == INDEX(last)) {
			assert(INDEX(next) != POISON);
			if (INDEX(next) == 0)
				return false;
			swing(&tail, last, INDEX(next));
			sched_yield();
		} else {
			*value = nodes[INDEX(next)].value;
			if (swing(&head, first, INDEX(next))) {
				reclaim(self, INDEX(first));
				return true;
			}
			sched_yield();
		}
	}
}

static unsigned input[THREADS], output[THREADS];

#ifdef ORIG

static bool got[THREADS];

static void *thread(void *arg)
{
	int self = *(int *)arg;

	input[self] = self == 0 ? 17 : 37;
	enqueue(self, input[self]);
	got[self] = dequeue(self, &output[self]);
	return NULL;
}

static void check(void)
{
	unsigned in = 0, out = 0;

	for (int t = 0; t < THREADS; t++) {
		assert(got[t]);
		in += input[t];
		out += output[t];
	}
	assert(in == out);
}

#else

#ifdef FIXED
#define CELL(self) (self)
#else
#define CELL(self) 0
#endif

static void *thread(void *arg)
{
	int self = *(int *)arg;

	input[CELL(self)] = 17;
	enqueue(self, input[CELL(self)]);
	dequeue(self, &output[CELL(self)]);
	return NULL;
}

static void check(void)
{
}

#endif

int main(void)
{
	pthread_t threads[THREADS];
	static int self[THREADS];

	init_queue();
	for (int t = 0; t < THREADS; t++) {
		self[t] = t;
		pthread_create(&threads[t], NULL, thread, &self[t]);
	}
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
	check();
	return 0;
}
