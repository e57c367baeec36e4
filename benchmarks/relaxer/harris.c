/* harris: the non-blocking list-based set of Harris, as in section 5.2 of
 * RELAXER (ISSTA 2011): a sorted list in which the lowest bit of a node's next
 * marks the node as removed. Nodes are never freed, so no address comes twice.
 *
 * After 3 and 7 were inserted, thread 1 inserts -1 and removes 2; thread 2
 * removes 3, inserts 1 and looks for 7; thread 3 looks for 3 and inserts -5. A
 * node reaches the list before its content does, and another thread reads what
 * was never written.
 *
 * -DFIXED_SS puts a store-store fence before the compare-and-swap that
 * publishes the node; -DFIXED also a load-load fence after each load of a
 * pointer that is followed.
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
	__atomic_compare_exchange_n((p), &(uintptr_t){(expected)}, (desired), 0, \
	                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)

struct node {
	int key;
	uintptr_t next;
};

static struct node *head, *tail; /* before and behind all keys; their own are not used */

static int is_marked(uintptr_t p) { return p & 1; }
static uintptr_t mark(uintptr_t p) { return p | 1; }
static struct node *unmark(uintptr_t p) { return (struct node *)(p & ~(uintptr_t)1); }
static uintptr_t link_to(struct node *n) { return (uintptr_t)n; }

/* search returns the first unmarked node that is not before key and the
 * unmarked one before it, and unlinks the marked ones between. */
static struct node *search(int key, struct node **before)
{
	for (;;) {
		struct node *left = head, *n = head;
		uintptr_t left_next, next = head->next;
		LL;
		left_next = next;
		do {
			if (!is_marked(next)) {
				left = n;
				left_next = next;
			}
			n = unmark(next);
			if (n == tail)
				break;
			next = n->next;
			LL;
		} while (is_marked(next) || n->key < key);

		*before = left;
		if (left_next != link_to(n) && !cas(&left->next, left_next, link_to(n)))
			continue;
		if (n == tail || !is_marked(n->next))
			return n;
	}
}

static int insert(int key)
{
	struct node *n = malloc(sizeof *n);
	n->key = key;
	for (;;) {
		struct node *left, *right = search(key, &left);
		if (right != tail && right->key == key)
			return 0;
		n->next = link_to(right);
		SS;
		if (cas(&left->next, link_to(right), link_to(n)))
			return 1;
	}
}

static int remove_key(int key)
{
	for (;;) {
		struct node *left, *right = search(key, &left);
		if (right == tail || right->key != key)
			return 0;
		uintptr_t next = right->next;
		if (is_marked(next) || !cas(&right->next, next, mark(next)))
			continue;
		if (!cas(&left->next, link_to(right), next))
			search(key, &left);
		return 1;
	}
}

static int contains(int key)
{
	struct node *left, *right = search(key, &left);
	return right != tail && right->key == key;
}

static void *thread1(void *unused)
{
	(void)unused;
	uint64_t a = insert(-1);
	uint64_t b = remove_key(2);
	return (void *)(uintptr_t)(a << 4 | b);
}

static void *thread2(void *unused)
{
	(void)unused;
	uint64_t a = remove_key(3);
	uint64_t b = insert(1);
	uint64_t c = contains(7);
	return (void *)(uintptr_t)(a << 8 | b << 4 | c);
}

static void *thread3(void *unused)
{
	(void)unused;
	uint64_t a = contains(3);
	uint64_t b = insert(-5);
	return (void *)(uintptr_t)(a << 4 | b);
}

/* run returns 1 and the seven results, a digit each, thread 1's first. */
static uint64_t run(void)
{
	pthread_t a, b, c;
	void *ra, *rb, *rc;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_create(&c, NULL, thread3, NULL);
	pthread_join(a, &ra);
	pthread_join(b, &rb);
	pthread_join(c, &rc);
	return (uint64_t)1 << 28 | (uint64_t)(uintptr_t)ra << 20 |
	       (uint64_t)(uintptr_t)rb << 8 | (uint64_t)(uintptr_t)rc;
}

/* digit is a key as one digit of an outcome: 6 more than the key; f is what is
 * never in the set. */
static uint64_t digit(int key)
{
	return key >= -6 && key < 9 ? (uint64_t)(key + 6) : 15;
}

/* allowed tells whether atomic operations can give the outcome: 1, the results,
 * and what is left in the set, in ascending order. The cases were computed by
 * running the operations on a set, in every order that the threads allow. */
static int allowed(uint64_t outcome)
{
	switch (outcome) {
	/* begin outcomes */
	case 0x11011101157d: case 0x11011111157d:
	/* end outcomes */
		return 1;
	}
	return 0;
}

int main(void)
{
	tail = malloc(sizeof *tail);
	tail->next = 0;
	head = malloc(sizeof *head);
	head->next = link_to(tail);
	insert(3);
	insert(7);

	uint64_t outcome = run();
	for (struct node *n = unmark(head->next); n != tail; n = unmark(n->next))
		if (!is_marked(n->next))
			outcome = outcome << 4 | digit(n->key);
	assert(allowed(outcome));
	return 0;
}
