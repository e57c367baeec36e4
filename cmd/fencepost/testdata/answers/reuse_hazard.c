// check: buggy (gets the memory that was freed at)
// A slot that is replaced: the taker announces what it looks at (SAFE), or does so too late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) slot, hazard;
static atomic_int version;
static void *taker(void *arg)
{
	int *p = atomic_load(&slot);
#ifdef SAFE
	atomic_store(&hazard, p);
	if (atomic_load(&slot) != p)
		return arg;
#endif
	int v = atomic_load(&version);
#ifndef SAFE
	atomic_store(&hazard, p);
#endif
	int *expected = p;
	if (p && atomic_compare_exchange_strong(&slot, &expected, NULL))
		assert(atomic_load(&version) == v);
	return arg;
}
static void *replacer(void *arg)
{
	int *old = atomic_exchange(&slot, NULL);
	if (!old)
		return arg;
	atomic_fetch_add(&version, 1);
	if (atomic_load(&hazard) != old)
		free(old);
	int *n = malloc(sizeof *n);
	atomic_store(&slot, n);
	return arg;
}
int main(void)
{
	pthread_t s, t;
	atomic_store(&slot, malloc(sizeof(int)));
	pthread_create(&s, 0, taker, 0);
	pthread_create(&t, 0, replacer, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
