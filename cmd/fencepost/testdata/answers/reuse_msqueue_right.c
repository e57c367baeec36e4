// check: proved
// Michael and Scott's queue of tagged indices or malloc'd nodes: dequeue frees the dummy.
#define SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; _Atomic(struct node *) next; };
static _Atomic(struct node *) head, tail;
static _Atomic(struct node *) hazard[2][2];
static struct node *protect(int me, int k, _Atomic(struct node *) *from)
{
	struct node *n = atomic_load(from);
#ifdef SAFE
	for (;;) {
		atomic_store(&hazard[me][k], n);
		struct node *again = atomic_load(from);
		if (again == n) break;
		n = again;
	}
#endif
	return n;
}
static void retire(int me, struct node *n)
{
	if (atomic_load(&hazard[1 - me][0]) != n && atomic_load(&hazard[1 - me][1]) != n)
		free(n);
}
static void enqueue(int me, int v)
{
	struct node *n = malloc(sizeof *n);
	n->value = v;
	atomic_init(&n->next, NULL);
	for (;;) {
		struct node *t = protect(me, 0, &tail), *next = NULL;
		if (atomic_compare_exchange_strong(&t->next, &next, n)) {
			atomic_compare_exchange_strong(&tail, &t, n);
			break;
		}
		atomic_compare_exchange_strong(&tail, &t, next);
	}
	atomic_store(&hazard[me][0], NULL);
}
static int dequeue(int me)
{
	for (;;) {
		struct node *h = protect(me, 0, &head), *t = atomic_load(&tail);
		struct node *next = protect(me, 1, &h->next);
		if (!next) return 0;
		if (h == t) { atomic_compare_exchange_strong(&tail, &t, next); continue; }
#ifdef SAFE
		if (atomic_load(&head) != h) continue;
#endif
		int v = next->value;
		if (atomic_compare_exchange_strong(&head, &h, next)) {
			atomic_store(&hazard[me][0], NULL);
			atomic_store(&hazard[me][1], NULL);
			retire(me, h);
			return v;
		}
	}
}
static int got[2];
static void *a(void *arg) { got[0] = dequeue(0); return arg; }
static void *b(void *arg) { got[1] = dequeue(1); if (got[1]) enqueue(1, 4); return arg; }
int main(void)
{
	struct node *d = malloc(sizeof *d);
	atomic_init(&d->next, NULL);
	head = tail = d;
	enqueue(0, 1); 
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	int sum = got[0] + got[1];
	for (struct node *n = head->next; n; n = n->next) sum += n->value;
	assert(sum == 1 || sum == 5);
	return 0;
}
