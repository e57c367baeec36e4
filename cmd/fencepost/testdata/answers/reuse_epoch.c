// check: proved
// Epochs: what was taken out is freed when no reader is in a section that began before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; };
static _Atomic(struct node *) shared;
static atomic_int inside;
static void *reader(void *arg)
{
	atomic_fetch_add(&inside, 1);
	struct node *n = atomic_load(&shared);
	int v = n->value;
	struct node *mine = malloc(sizeof *mine);
	mine->value = v + 1;
	struct node *expected = n;
	if (atomic_compare_exchange_strong(&shared, &expected, mine))
		assert(n->value == v);
	else
		free(mine);
	atomic_fetch_sub(&inside, 1);
	return arg;
}
static void *writer(void *arg)
{
	struct node *n = malloc(sizeof *n);
	n->value = 5;
	struct node *old = atomic_exchange(&shared, n);
#ifndef BROKEN
	if (atomic_load(&inside) != 0)
		return arg; /* kept for later */
#endif
	free(old);
	struct node *more = malloc(sizeof *more);
	more->value = 9;
	struct node *was = n;
	if (!atomic_compare_exchange_strong(&shared, &was, more))
		free(more);
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
