/* Treiber's stack. A tag in the upper 16 bits of the head tells a node that
   came back from one that never left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define MASK ((UINT64_C(1) << 48) - 1)

struct node {
	struct node *next;
	int value;
};
typedef _Atomic uintptr_t head_t;

static head_t top;
static atomic_int sum;

static struct node *pointer(uintptr_t h) { return (struct node *)(h & MASK); }

static uintptr_t tagged(struct node *n, uintptr_t old)
{
	return (uintptr_t)n | ((old & ~MASK) + (1ull << 48));
}

static void push(int v)
{
	struct node *n = malloc(sizeof *n);
	if (!n)
		abort();
	n->value = v;
	uintptr_t old = atomic_load_explicit(&top, memory_order_relaxed);
	do
		n->next = pointer(old);
	while (!atomic_compare_exchange_weak_explicit(&top, &old, tagged(n, old), memory_order_release, memory_order_relaxed));
}

static _Bool pop(int *v)
{
	uintptr_t old = atomic_load_explicit(&top, memory_order_acquire);
	for (;;) {
		struct node *n = pointer(old);
		if (n == NULL)
			return 0;
		if (atomic_compare_exchange_weak_explicit(&top, &old, tagged(n->next, old), memory_order_acq_rel, memory_order_acquire)) {
			*v = n->value;
			return 1;
		}
	}
}

static void *work(void *arg)
{
	intptr_t base = (intptr_t)arg;
	int v;
	push((int)base + 1);
	push((int)base + 2);
	if (pop(&v))
		atomic_fetch_add(&sum, v);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (intptr_t i = 0; i < 2; i++)
		pthread_create(t + i, NULL, work, (void *)(i * 10));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	for (int v; pop(&v);)
		sum += v;
	assert(sum == 1 + 2 + 11 + 12);
	return 0;
}
