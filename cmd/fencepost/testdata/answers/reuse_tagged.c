// check: buggy (gets the memory that was freed at)
// A slot that is replaced and taken back, its address with a tag in the upper bits: -DBITS=0 has none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#ifndef BITS
#define BITS 0
#endif
#define TAG ((uintptr_t)1 << 48)
static _Atomic uintptr_t slot;
static atomic_int version;
static void *taker(void *arg)
{
	uintptr_t p = atomic_load(&slot);
	int v = atomic_load(&version);
	if (p && atomic_compare_exchange_strong(&slot, &p, 0))
		assert(atomic_load(&version) == v);
	return arg;
}
static void *replacer(void *arg)
{
	uintptr_t old = atomic_exchange(&slot, 0);
	if (!old)
		return arg;
	free((void *)(old & (TAG - 1)));
	uintptr_t n = (uintptr_t)malloc(sizeof(int));
	atomic_fetch_add(&version, 1);
	atomic_store(&slot, n | (BITS ? old + TAG & ~(TAG - 1) : 0));
	return arg;
}
int main(void)
{
	pthread_t s, t;
	atomic_store(&slot, (uintptr_t)malloc(sizeof(int)));
	pthread_create(&s, 0, taker, 0);
	pthread_create(&t, 0, replacer, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
