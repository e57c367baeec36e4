// check: buggy (assertion failed)
// Two owners of an object share a count beside the slot; the last one frees.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object { atomic_int count; int value; };
static _Atomic(struct object *) slot;
static atomic_int version;
static void put(struct object *o)
{
	if (atomic_fetch_sub(&o->count, 1) == 1)
		free(o);
}
static void *taker(void *arg)
{
	struct object *mine = arg, *p = mine;
	int v = atomic_load(&version);
#ifndef SAFE
	put(mine);
#endif
	if (atomic_compare_exchange_strong(&slot, &p, NULL)) {
		assert(atomic_load(&version) == v);
		put(mine);
	}
#ifdef SAFE
	put(mine);
#endif
	return 0;
}
static void *replacer(void *arg)
{
	struct object *old = atomic_exchange(&slot, NULL);
	if (!old)
		return arg;
	put(old);
	atomic_fetch_add(&version, 1);
	struct object *n = malloc(sizeof *n);
	atomic_init(&n->count, 1);
	atomic_store(&slot, n);
	return arg;
}
int main(void)
{
	pthread_t s, t;
	struct object *o = malloc(sizeof *o);
	atomic_init(&o->count, 2);
	atomic_store(&slot, o);
	pthread_create(&s, 0, taker, o);
	pthread_create(&t, 0, replacer, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
