/* The queue of Michael and Scott, whose nodes are not used again. Two threads enqueue a
 * value each, a third dequeues. -DBROKEN links a new node by a store,
 * which loses one that came between.
 *
 * linearizable queue: yes
 * linearizable -DBROKEN queue: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { long value; _Atomic(struct node *) next; };
static struct node first, nodes[3];
static _Atomic(struct node *) head = &first, tail = &first;

static void enqueue(struct node *n, long v)
{
	method_begin("enqueue", v);
	n->value = v;
	for (;;) {
		struct node *t = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = atomic_load_explicit(&t->next, memory_order_acquire);
		if (next) {
			atomic_compare_exchange_strong_explicit(&tail, &t, next, memory_order_acq_rel, memory_order_relaxed);
			continue;
		}
#ifdef BROKEN
		atomic_store_explicit(&t->next, n, memory_order_release);
#else
		if (!atomic_compare_exchange_strong_explicit(&t->next, &next, n, memory_order_acq_rel, memory_order_relaxed))
			continue;
#endif
		atomic_compare_exchange_strong_explicit(&tail, &t, n, memory_order_acq_rel, memory_order_relaxed);
		break;
	}
	method_end(0);
}

static long dequeue(void)
{
	long v = -1;
	method_begin("dequeue", 0);
	for (;;) {
		struct node *h = atomic_load_explicit(&head, memory_order_acquire);
		struct node *next = atomic_load_explicit(&h->next, memory_order_acquire);
		if (!next)
			break;
		v = next->value;
		if (atomic_compare_exchange_strong_explicit(&head, &h, next, memory_order_acq_rel, memory_order_relaxed))
			break;
		v = -1;
	}
	method_end(v);
	return v;
}

static void *one(void *p) { enqueue(&nodes[0], 1); return p; }
static void *two(void *p) { enqueue(&nodes[1], 2); return p; }

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	dequeue();
	pthread_join(t, 0);
	pthread_join(u, 0);
	dequeue();
	dequeue();
	return 0;
}
