/* msn: the non-blocking queue of Michael and Scott, as in section 5.2 of
 * RELAXER (ISSTA 2011). Nodes are never freed, so no address comes twice.
 *
 * Thread 1 does two enqueues, two dequeues and an enqueue; thread 2 two
 * dequeues, two enqueues and a dequeue. A node reaches the list before its
 * content does, and another thread reads what was never written.
 *
 * -DFIXED_SS puts a store-store fence before the compare-and-swap that
 * publishes the node; -DFIXED also load-load fences after the loads of
 * pointers.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED_SS sc tso pso: none
 * expect -DFIXED_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef FIXED
#define SS fence_ss()
#define LL fence_ll()
#elif defined FIXED_SS
#define SS fence_ss()
#define LL ((void)0)
#else
#define SS ((void)0)
#define LL ((void)0)
#endif

/* A compare-and-swap of a plain object that orders nothing else. */
#define cas(p, expected, desired)                                              \
	__atomic_compare_exchange_n((p), &(struct node *){(expected)}, (desired), 0, \
	                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)

enum { NOT_FOUND = 0 };

struct node {
	struct node *next;
	int data;
};

struct queue {
	struct node *head, *tail;
};

static struct queue Q;

static void enqueue(int data)
{
	struct node *node = malloc(sizeof *node);
	node->data = data;
	node->next = NULL;
	for (;;) {
		struct node *tail = Q.tail;
		LL;
		struct node *next = tail->next;
		LL;
		if (tail != Q.tail)
			continue;
		if (next) {
			cas(&Q.tail, tail, next);
			continue;
		}
		SS;
		if (cas(&tail->next, NULL, node)) {
			cas(&Q.tail, tail, node);
			return;
		}
	}
}

static int dequeue(void)
{
	for (;;) {
		struct node *head = Q.head;
		LL;
		struct node *tail = Q.tail;
		LL;
		struct node *next = head->next;
		LL;
		if (head != Q.head)
			continue;
		if (head == tail) {
			if (!next)
				return NOT_FOUND;
			cas(&Q.tail, tail, next);
			continue;
		}
		int data = next->data;
		if (cas(&Q.head, head, next))
			return data;
	}
}

/* digit is a result as one digit of an outcome; f is what no operation gives. */
static uint64_t digit(int v)
{
	return v >= 0 && v < 15 ? (uint64_t)v : 15;
}

static void *thread1(void *unused)
{
	(void)unused;
	enqueue(1);
	enqueue(2);
	uint64_t a = digit(dequeue());
	uint64_t b = digit(dequeue());
	enqueue(3);
	return (void *)(uintptr_t)(a << 4 | b);
}

static void *thread2(void *unused)
{
	(void)unused;
	uint64_t a = digit(dequeue());
	uint64_t b = digit(dequeue());
	enqueue(4);
	enqueue(5);
	uint64_t c = digit(dequeue());
	return (void *)(uintptr_t)(a << 8 | b << 4 | c);
}

/* run returns 1 and the five results, a digit each, thread 1's first. */
static uint64_t run(void)
{
	pthread_t a, b;
	void *ra, *rb;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, &ra);
	pthread_join(b, &rb);
	return (uint64_t)1 << 20 | (uint64_t)(uintptr_t)ra << 12 | (uint64_t)(uintptr_t)rb;
}

/* allowed tells whether atomic operations can give the outcome: 1, the results,
 * and what is left in the queue, oldest first. The cases were computed by
 * running the operations on a list, in every order that the threads allow. */
static int allowed(uint64_t outcome)
{
	switch (outcome) {
	/* begin outcomes */
	case 0x145123: case 0x1041235: case 0x1041253: case 0x1051243: case 0x1102345:
	case 0x1120345: case 0x1123045: case 0x1140235: case 0x1140253: case 0x1142035:
	case 0x1142053: case 0x1150243: case 0x1152043: case 0x1201345: case 0x1240135:
	case 0x1240153: case 0x1241035: case 0x1241053: case 0x1250143: case 0x1251043:
	case 0x1401235: case 0x1401253: case 0x1420135: case 0x1420153: case 0x1421035:
	case 0x1421053: case 0x1450123: case 0x1451023: case 0x1451203: case 0x1501243:
	case 0x1520143: case 0x1521043: case 0x10012345: case 0x10012435: case 0x10012453:
	case 0x11002345: case 0x11002435: case 0x11002453: case 0x11020345: case 0x11020435:
	case 0x11020453: case 0x11200345: case 0x11200435: case 0x11200453: case 0x11400235:
	case 0x11400253: case 0x11400523: case 0x11500423: case 0x12001345: case 0x12001435:
	case 0x12001453: case 0x12010345: case 0x12010435: case 0x12010453: case 0x12400153:
	case 0x14100235: case 0x14100253: case 0x14100523: case 0x14200153: case 0x14500123:
	case 0x15100423:
	/* end outcomes */
		return 1;
	}
	return 0;
}

int main(void)
{
	struct node *dummy = malloc(sizeof *dummy);

	dummy->next = NULL;
	Q.head = dummy;
	Q.tail = dummy;

	uint64_t outcome = run();
	for (struct node *n = Q.head->next; n; n = n->next)
		outcome = outcome << 4 | digit(n->data);
	assert(allowed(outcome));
	return 0;
}
