// check: buggy (the ABA problem)
// A node is popped and pushed again while a pop holds it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *_Atomic next; atomic_int taken; };
static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *n)
{
	struct node *t = atomic_load(&top);
	do
		atomic_store(&n->next, t);
	while (!atomic_compare_exchange_weak(&top, &t, n));
}

static struct node *pop(void)
{
	struct node *t = atomic_load(&top);
	do {
		if (!t)
			return t;
	} while (!atomic_compare_exchange_weak(&top, &t, atomic_load(&t->next)));
	return t;
}

static void *one(void *arg)
{
	struct node *n = pop();
	if (n)
		assert(atomic_exchange(&n->taken, 1) == 0);
	return arg;
}

static void *two(void *arg)
{
	struct node *a = pop(), *b = pop();
	if (b)
		assert(atomic_exchange(&b->taken, 1) == 0);
	if (a)
		push(a);
	struct node *c = pop();
	if (c)
		assert(atomic_exchange(&c->taken, 1) == 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	push(&nodes[0]);
	push(&nodes[1]);
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	struct node *n;
	while ((n = pop()))
		assert(atomic_exchange(&n->taken, 1) == 0);
	return 0;
}
