// check: buggy (takes the pointer here, and uses it after thread)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};
static struct node *_Atomic top;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);
	n->value = value;
	n->next = atomic_load(&top);
	while (!atomic_compare_exchange_weak(&top, &n->next, n))
		;
}

static int pop(void)
{
	struct node *n = atomic_load(&top);
	while (n && !atomic_compare_exchange_weak(&top, &n, n->next))
		;
	if (!n)
		return 0;
	int value = n->value;
	free(n);
	return value;
}

static void *worker(void *p)
{
	pop();
	return p;
}

int main(void)
{
	pthread_t a, b;
	push(1);
	push(2);
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
