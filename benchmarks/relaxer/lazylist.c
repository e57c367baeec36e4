/* lazylist: the lazy list-based set of Heller and others, as in section 5.2 of
 * RELAXER (ISSTA 2011): a sorted list, a lock and a mark in each node, and a
 * search that takes no lock.
 *
 * After 3 and 7 were inserted, thread 1 inserts -1 and removes 2; thread 2
 * removes 3, inserts 1 and looks for 7; thread 3 looks for 3 and inserts -5. A
 * node reaches the list before its content does, and another thread reads what
 * was never written.
 *
 * -DFIXED_SS puts a store-store fence before the store that publishes the node;
 * -DFIXED also a load-load fence after each load of a pointer that is followed.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED_SS sc tso pso: none
 * expect -DFIXED_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include <assert.h>
#include <fencepost.h>
#include <limits.h>
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

struct node {
	int key;
	int marked;
	struct node *next;
	pthread_mutex_t lock;
};

static struct node *head; /* before all keys; another node is behind them */

static struct node *new_node(int key, struct node *next)
{
	struct node *n = malloc(sizeof *n);
	pthread_mutex_init(&n->lock, NULL);
	n->key = key;
	n->marked = 0;
	n->next = next;
	return n;
}

/* locate finds and locks the last node before key and the one after it. */
static void locate(int key, struct node **before, struct node **after)
{
	for (;;) {
		struct node *pred = head;
		struct node *curr = pred->next;
		LL;
		while (curr->key < key) {
			pred = curr;
			curr = curr->next;
			LL;
		}
		pthread_mutex_lock(&pred->lock);
		pthread_mutex_lock(&curr->lock);
		if (!pred->marked && !curr->marked && pred->next == curr) {
			*before = pred;
			*after = curr;
			return;
		}
		pthread_mutex_unlock(&curr->lock);
		pthread_mutex_unlock(&pred->lock);
	}
}

static int insert(int key)
{
	struct node *pred, *curr;

	locate(key, &pred, &curr);
	int absent = curr->key != key;
	if (absent) {
		struct node *n = new_node(key, curr);
		SS;
		pred->next = n;
	}
	pthread_mutex_unlock(&curr->lock);
	pthread_mutex_unlock(&pred->lock);
	return absent;
}

static int remove_key(int key)
{
	struct node *pred, *curr;

	locate(key, &pred, &curr);
	int present = curr->key == key;
	if (present) {
		curr->marked = 1;
		pred->next = curr->next;
	}
	pthread_mutex_unlock(&curr->lock);
	pthread_mutex_unlock(&pred->lock);
	return present;
}

static int contains(int key)
{
	struct node *curr = head;

	while (curr->key < key) {
		curr = curr->next;
		LL;
	}
	return curr->key == key && !curr->marked;
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
	head = new_node(INT_MIN, new_node(INT_MAX, NULL));
	insert(3);
	insert(7);

	uint64_t outcome = run();
	for (struct node *n = head->next; n->key != INT_MAX; n = n->next)
		outcome = outcome << 4 | digit(n->key);
	assert(allowed(outcome));
	return 0;
}
