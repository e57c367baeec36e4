/* Treiber's stack, whose nodes are not used again. -DBROKEN pops by a store.
 *
 * linearizable stack: yes
 * linearizable -DBROKEN stack: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { long value; struct node *next; };
static struct node nodes[3];
static _Atomic(struct node *) top;

static void push(struct node *n, long v)
{
	method_begin("push", v);
	n->value = v;
	n->next = atomic_load_explicit(&top, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, memory_order_release, memory_order_relaxed))
		;
	method_end(0);
}

static void pop(void)
{
	long v = -1;
	method_begin("pop", 0);
	struct node *n = atomic_load_explicit(&top, memory_order_acquire);
#ifdef BROKEN
	if (n)
		atomic_store_explicit(&top, n->next, memory_order_release);
#else
	while (n && !atomic_compare_exchange_strong_explicit(&top, &n, n->next, memory_order_acq_rel, memory_order_acquire))
		;
#endif
	if (n)
		v = n->value;
	method_end(v);
}

static void *one(void *p) { push(&nodes[0], 1); pop(); return p; }
static void *two(void *p) { push(&nodes[1], 2); pop(); return p; }

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	pop();
	return 0;
}
