// check: proved
// A hazard pointer: the reader announces the node before it looks again, the writer keeps what is announced.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; };
static _Atomic(struct node *) shared;
static _Atomic(struct node *) hazard;
static void *reader(void *arg)
{
	struct node *n = atomic_load(&shared);
	atomic_store(&hazard, n);
#ifndef BROKEN
	if (atomic_load(&shared) != n) {
		atomic_store(&hazard, NULL);
		return arg;
	}
#endif
	assert(n->value > 0);
	/* replace it if it is still there */
	struct node *expected = n, *mine = malloc(sizeof *mine);
	int seen = n->value;
	mine->value = seen + 1;
	if (atomic_compare_exchange_strong(&shared, &expected, mine))
		assert(expected->value == seen); /* the node that it replaces is the one that it has read */
	else
		free(mine);
	atomic_store(&hazard, NULL);
	return arg;
}
static void *writer(void *arg)
{
	struct node *n = malloc(sizeof *n);
	n->value = 5;
	struct node *old = atomic_exchange(&shared, n);
	if (atomic_load(&hazard) != old) {
		free(old);
		struct node *again = malloc(sizeof *again);
		again->value = 7;
		struct node *then = atomic_exchange(&shared, again);
		(void)then; /* kept */
	}
	return arg;
}
int main(void)
{
	pthread_t a, b;
	struct node *n = malloc(sizeof *n);
	n->value = 1;
	atomic_store(&shared, n);
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, writer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
