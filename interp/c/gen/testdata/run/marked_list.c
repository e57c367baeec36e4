/* A sorted list whose links carry a mark in their lowest bit: their node is
   being removed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define MARKED(p) ((p) & 1u)
#define NODE(p) ((node *)((p) & ~(uintptr_t)1))

typedef struct node {
	int key;
	_Atomic uintptr_t next;
} node;

static node last = { .key = 1000 }, first = { .key = -1000 };
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static node *new_node(int key, node *next)
{
	node *n = malloc(sizeof(node));
	n->key = key;
	atomic_init(&n->next, (uintptr_t)next);
	return n;
}

static node *search(int key, node **left)
{
again:;
	node *prev = &first, *cur = NODE(atomic_load(&prev->next));
	while (cur->key < key || MARKED(atomic_load(&cur->next))) {
		uintptr_t next = atomic_load(&cur->next);
		if (MARKED(next)) {
			uintptr_t expected = (uintptr_t)cur;
			if (!atomic_compare_exchange_strong(&prev->next, &expected, next & ~(uintptr_t)1))
				goto again;
		} else
			prev = cur;
		cur = NODE(next);
	}
	*left = prev;
	return cur;
}

static bool insert(int key)
{
	for (node *left;;) {
		node *right = search(key, &left);
		if (right->key == key)
			return false;
		uintptr_t expected = (uintptr_t)right;
		if (atomic_compare_exchange_strong(&left->next, &expected, (uintptr_t)new_node(key, right)))
			return true;
	}
}

static bool erase(int key)
{
	for (node *left;;) {
		node *cur = search(key, &left);
		if (cur->key != key)
			return false;
		uintptr_t next = atomic_load(&cur->next);
		if (!MARKED(next) && atomic_compare_exchange_strong(&cur->next, &next, next | 1))
			return true;
	}
}

static void *run(void *p)
{
	int k = (int)(intptr_t)p, n = 0;
	n += insert(k);
	n += insert(5);
	n -= erase(5);
	n -= erase(k + 100);
	pthread_mutex_lock(&m);
	sum += n;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	atomic_store(&first.next, (uintptr_t)&last);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, (void *)(intptr_t)(i + 1));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	int length = 0;
	for (node *n = NODE(first.next); n != &last; n = NODE(n->next))
		length += !MARKED(n->next);
	assert(length == sum);
	return 0;
}
