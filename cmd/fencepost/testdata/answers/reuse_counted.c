// check: proved
// A stack of three nodes linked by indices; the head's upper half counts its changes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define BUMP 0u
#else
#define BUMP 0x100u
#endif
static atomic_uint head;         /* tag << 8 | index; 0: empty */
static atomic_uint next[4];
static atomic_int held[4];
static unsigned pop(void)
{
	unsigned h = atomic_load(&head);
	for (;;) {
		unsigned at = h & 0xff;
		if (at == 0)
			return 0;
		unsigned to = atomic_load(&next[at]);
		if (atomic_compare_exchange_strong(&head, &h, ((h & ~0xffu) + BUMP) | to))
			return at;
	}
}
static void push(unsigned at)
{
	unsigned h = atomic_load(&head);
	do
		atomic_store(&next[at], h & 0xff);
	while (!atomic_compare_exchange_strong(&head, &h, ((h & ~0xffu) + BUMP) | at));
}
static void take(unsigned at)
{
	if (at)
		assert(atomic_exchange(&held[at], 1) == 0);
}
static void *one(void *arg)
{
	take(pop());
	take(pop());
	return arg;
}
static void *two(void *arg)
{
	unsigned a = pop();
	take(a);
	unsigned b = pop();
	take(b);
	if (a) {
		atomic_store(&held[a], 0);
		push(a);
	}
	return arg;
}
int main(void)
{
	pthread_t t, u;
	push(3); push(2); push(1);
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
