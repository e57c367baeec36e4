// check: buggy (use after free)
// Treiber stack whose nodes are freed; pop protects with hazard pointers (SAFE) or keeps nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdbool.h>
struct node { int value; _Atomic(struct node *) next; };
static _Atomic(struct node *) top;
#ifdef SAFE
static _Atomic(struct node *) hazard[2];
#endif
static void push(int v)
{
	struct node *n = malloc(sizeof *n);
	n->value = v;
	struct node *t = atomic_load(&top);
	do atomic_store(&n->next, t);
	while (!atomic_compare_exchange_strong(&top, &t, n));
}
static struct node *pop(int me)
{
	for (;;) {
		struct node *t = atomic_load(&top);
		if (!t) return 0;
#ifdef SAFE
		atomic_store(&hazard[me], t);
		if (atomic_load(&top) != t) continue;
#endif
		struct node *next = atomic_load(&t->next);
		if (atomic_compare_exchange_strong(&top, &t, next)) {
#ifdef SAFE
			atomic_store(&hazard[me], 0);
#endif
			return t;
		}
	}
}
static void retire(int me, struct node *n)
{
#ifdef SAFE
	if (atomic_load(&hazard[1 - me]) == n) return; // leaked
#endif
	free(n);
}
static atomic_int sum;
static void *a(void *arg)
{
	struct node *n = pop(0);
	if (n) { atomic_fetch_add(&sum, n->value); retire(0, n); }
	return arg;
}
static void *b(void *arg)
{
	struct node *n = pop(1);
	if (n) { int v = n->value; retire(1, n); push(v + 2); }
	return arg;
}
int main(void)
{
	push(1);
	pthread_t s, t;
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	int left = 0;
	for (struct node *n = atomic_load(&top); n; n = atomic_load(&n->next)) left += n->value;
	assert(left + atomic_load(&sum) == 3 || left + atomic_load(&sum) == 1);
	return 0;
}
