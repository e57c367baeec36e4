// check: buggy (gets the memory that was freed at)
// A slot that is replaced; what was there is freed when no reader is active (SAFE).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) slot;
static atomic_int active, version;
static void *taker(void *arg)
{
	atomic_fetch_add(&active, 1);
	int *p = atomic_load(&slot);
	int v = atomic_load(&version);
	if (p && atomic_compare_exchange_strong(&slot, &p, NULL))
		assert(atomic_load(&version) == v);
	atomic_fetch_sub(&active, 1);
	return arg;
}
static void *replacer(void *arg)
{
	int *old = atomic_exchange(&slot, NULL);
	if (!old)
		return arg;
	atomic_fetch_add(&version, 1);
#ifdef SAFE
	if (atomic_load(&active) == 0)
#endif
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
