// check: proved
// A Treiber stack whose nodes malloc makes again: between the load of the top and the
// compare-exchange the top was freed and came back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
struct top { struct node *node; unsigned long version; };
#ifdef BROKEN
static _Atomic(struct node *) top;
#else
static _Atomic(struct top) top;
#endif
static atomic_int sum;
static void push(struct node *n)
{
#ifdef BROKEN
	struct node *t = atomic_load(&top);
	do
		n->next = t;
	while (!atomic_compare_exchange_strong(&top, &t, n));
#else
	struct top t = atomic_load(&top), to;
	do {
		n->next = t.node;
		to.node = n;
		to.version = t.version + 1;
	} while (!atomic_compare_exchange_strong(&top, &t, to));
#endif
}
/* The stack is one node deep at most when it is emptied: next is not read of others' nodes. */
static void *clear(void *arg)
{
#ifdef BROKEN
	struct node *t = atomic_load(&top);
	int before = atomic_load(&sum);
	if (t && atomic_compare_exchange_strong(&top, &t, NULL)) {
		assert(atomic_load(&sum) == before);
		free(t);
	}
#else
	struct top t = atomic_load(&top), to;
	int before = atomic_load(&sum);
	to.node = NULL;
	to.version = t.version + 1;
	if (t.node && atomic_compare_exchange_strong(&top, &t, to)) {
		assert(atomic_load(&sum) == before);
		free(t.node);
	}
#endif
	return arg;
}
static void *replace(void *arg)
{
#ifdef BROKEN
	struct node *t = atomic_exchange(&top, NULL);
#else
	struct top t0 = atomic_load(&top), none;
	do {
		none.node = NULL;
		none.version = t0.version + 1;
	} while (!atomic_compare_exchange_strong(&top, &t0, none));
	struct node *t = t0.node;
#endif
	if (!t)
		return arg;
	free(t);
	struct node *n = malloc(sizeof *n);
	n->value = 2;
	atomic_fetch_add(&sum, 1);
	push(n);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	struct node *n = malloc(sizeof *n);
	n->value = 1;
	push(n);
	pthread_create(&a, 0, clear, 0);
	pthread_create(&b, 0, replace, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
