/* snark: the double-ended queue on a double compare-and-swap of Detlefs and
 * others, as in section 5.2 of RELAXER (ISSTA 2011). Nodes are never freed, so
 * no address comes twice.
 *
 * Each thread does a push-right, a push-left, a pop-right and a pop-left. A
 * node reaches the deque before its content does, and another thread reads what
 * was never written.
 *
 * -DFIXED_SS puts a store-store fence before each double compare-and-swap that
 * publishes a node; -DFIXED also load-load fences after the loads of pointers.
 *
 * The algorithm as published is wrong even under SC, which these operations do
 * not show. -DSHORT has others, which do: thread 1 pushes 1 right and pops
 * right, thread 2 pushes 2 right and pops left. Thread 1 then may find the
 * deque empty while thread 2 takes the 1.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED_SS sc tso pso: none
 * expect -DFIXED_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 * expect -DSHORT sc tso pso pslo: bug
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

enum { EMPTY = 0 };

struct node {
	struct node *left, *right;
	int data;
};

/* A node whose right (left) is itself is not, or no longer, in the deque: it
 * ends the deque at its right (left). The dummy always does. */
static struct node *dummy;
static struct node *left_hat, *right_hat;

static void push_right(int data)
{
	struct node *n = malloc(sizeof *n);
	n->right = dummy;
	n->data = data;
	for (;;) {
		struct node *rh = right_hat;
		LL;
		struct node *rhr = rh->right;
		LL;
		if (rhr == rh) {
			n->left = dummy;
			struct node *lh = left_hat;
			LL;
			SS;
			if (dcas(&right_hat, &left_hat, rh, lh, n, n))
				return;
		} else {
			n->left = rh;
			SS;
			if (dcas(&right_hat, &rh->right, rh, rhr, n, n))
				return;
		}
	}
}

#ifndef SHORT
static void push_left(int data)
{
	struct node *n = malloc(sizeof *n);
	n->left = dummy;
	n->data = data;
	for (;;) {
		struct node *lh = left_hat;
		LL;
		struct node *lhl = lh->left;
		LL;
		if (lhl == lh) {
			n->right = dummy;
			struct node *rh = right_hat;
			LL;
			SS;
			if (dcas(&left_hat, &right_hat, lh, rh, n, n))
				return;
		} else {
			n->right = lh;
			SS;
			if (dcas(&left_hat, &lh->left, lh, lhl, n, n))
				return;
		}
	}
}
#endif

static int pop_right(void)
{
	for (;;) {
		struct node *rh = right_hat;
		LL;
		struct node *lh = left_hat;
		LL;
		if (rh->right == rh)
			return EMPTY;
		if (rh == lh) {
			if (dcas(&right_hat, &left_hat, rh, lh, dummy, dummy))
				return rh->data;
		} else {
			struct node *rhl = rh->left;
			LL;
			if (dcas(&right_hat, &rh->left, rh, rhl, rhl, rh)) {
				int data = rh->data;
				rh->right = dummy;
				return data;
			}
		}
	}
}

static int pop_left(void)
{
	for (;;) {
		struct node *lh = left_hat;
		LL;
		struct node *rh = right_hat;
		LL;
		if (lh->left == lh)
			return EMPTY;
		if (lh == rh) {
			if (dcas(&left_hat, &right_hat, lh, rh, dummy, dummy))
				return lh->data;
		} else {
			struct node *lhr = lh->right;
			LL;
			if (dcas(&left_hat, &lh->right, lh, lhr, lhr, lh)) {
				int data = lh->data;
				lh->left = dummy;
				return data;
			}
		}
	}
}

/* digit is a result as one digit of an outcome; f is what no operation gives. */
static uint64_t digit(int v)
{
	return v >= 0 && v < 15 ? (uint64_t)v : 15;
}

#ifndef SHORT

enum { RESULTS = 2 }; /* of each thread */

static void *thread1(void *unused)
{
	(void)unused;
	push_right(1);
	push_left(2);
	uint64_t a = digit(pop_right());
	uint64_t b = digit(pop_left());
	return (void *)(uintptr_t)(a << 4 | b);
}

static void *thread2(void *unused)
{
	(void)unused;
	push_right(3);
	push_left(4);
	uint64_t a = digit(pop_right());
	uint64_t b = digit(pop_left());
	return (void *)(uintptr_t)(a << 4 | b);
}

#else

enum { RESULTS = 1 };

static void *thread1(void *unused)
{
	(void)unused;
	push_right(1);
	uint64_t a = digit(pop_right());
	return (void *)(uintptr_t)a;
}

static void *thread2(void *unused)
{
	(void)unused;
	push_right(2);
	uint64_t a = digit(pop_left());
	return (void *)(uintptr_t)a;
}

#endif

/* run returns 1 and the results, a digit each, thread 1's first. */
static uint64_t run(void)
{
	pthread_t a, b;
	void *ra, *rb;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, &ra);
	pthread_join(b, &rb);
	uint64_t outcome = (uint64_t)1 << 4 * RESULTS | (uint64_t)(uintptr_t)ra;
	return outcome << 4 * RESULTS | (uint64_t)(uintptr_t)rb;
}

/* allowed tells whether atomic operations can give the outcome: 1, the results,
 * and what is left in the deque, from left to right. The cases were computed by
 * running the operations on a deque, in every order that the threads allow. */
static int allowed(uint64_t outcome)
{
	switch (outcome) {
#ifndef SHORT
	/* begin outcomes */
	case 0x11234: case 0x11432: case 0x13214: case 0x13412:
	/* end outcomes */
#else
	/* begin outcomes SHORT */
	case 0x112: case 0x121:
	/* end outcomes */
#endif
		return 1;
	}
	return 0;
}

int main(void)
{
	dummy = malloc(sizeof *dummy);
	dummy->left = dummy;
	dummy->right = dummy;
	left_hat = dummy;
	right_hat = dummy;

	uint64_t outcome = run();
	int size = 0;
	if (right_hat->right != right_hat)
		for (struct node *n = left_hat; size < 4; n = n->right) {
			outcome = outcome << 4 | digit(n->data);
			size++;
			if (n == right_hat)
				break;
		}
	assert(allowed(outcome));
	return 0;
}
