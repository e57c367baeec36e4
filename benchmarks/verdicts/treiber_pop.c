/* treiber_pop: Treiber's stack whose pop looks with a relaxed load.
 *
 * verdict: buggy
 * causes: 1
 * fix: acquire
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};
static _Atomic(struct node *) top;

static void *pusher(void *arg)
{
	struct node *n = malloc(sizeof *n);
	n->value = 3;
	n->next = atomic_load_explicit(&top, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, memory_order_release, memory_order_relaxed))
		;
	return arg;
}

static void *popper(void *arg)
{
	struct node *n = atomic_load_explicit(&top, memory_order_relaxed);
	if (n && atomic_compare_exchange_strong_explicit(&top, &n, n->next, memory_order_acquire, memory_order_relaxed))
		assert(n->value == 3);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, pusher, 0);
	pthread_create(&b, 0, popper, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
