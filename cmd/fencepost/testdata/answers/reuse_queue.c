// check: proved
// The queue of Michael and Scott with nodes from a free list; pointers carry counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef BROKEN
#define NEXT(p, to) ((p & 0u) | (to))
#else
#define NEXT(p, to) ((((p) & ~0xffu) + 0x100u) | (to))
#endif
#define AT(p) ((p) & 0xff)
static atomic_uint head, tail, next[4], freed;
static atomic_int value[4];
static void give(unsigned n)
{
	unsigned f = atomic_load(&freed);
	do
		atomic_store(&next[n], NEXT(atomic_load(&next[n]), AT(f)));
	while (!atomic_compare_exchange_strong(&freed, &f, NEXT(f, n)));
}
static unsigned fresh(void)
{
	unsigned f = atomic_load(&freed);
	while (AT(f)) {
		unsigned to = atomic_load(&next[AT(f)]);
		if (atomic_compare_exchange_strong(&freed, &f, NEXT(f, AT(to))))
			return AT(f);
	}
	return 0;
}
static void enqueue(int v)
{
	unsigned n = fresh();
	if (!n)
		return;
	atomic_store(&value[n], v);
	atomic_store(&next[n], NEXT(atomic_load(&next[n]), 0));
	for (int i = 0; i < 2; i++) {
		unsigned t = atomic_load(&tail), to = atomic_load(&next[AT(t)]);
		if (t != atomic_load(&tail))
			continue;
		if (AT(to) == 0) {
			if (atomic_compare_exchange_strong(&next[AT(t)], &to, NEXT(to, n))) {
				atomic_compare_exchange_strong(&tail, &t, NEXT(t, n));
				return;
			}
		} else
			atomic_compare_exchange_strong(&tail, &t, NEXT(t, AT(to)));
	}
}
static int dequeue(void)
{
	for (int i = 0; i < 2; i++) {
		unsigned h = atomic_load(&head), t = atomic_load(&tail), to = atomic_load(&next[AT(h)]);
		if (h != atomic_load(&head))
			continue;
		if (AT(h) == AT(t)) {
			if (AT(to) == 0)
				return 0;
			atomic_compare_exchange_strong(&tail, &t, NEXT(t, AT(to)));
		} else {
			int v = atomic_load(&value[AT(to)]);
			if (atomic_compare_exchange_strong(&head, &h, NEXT(h, AT(to)))) {
				give(AT(h));
				return v;
			}
		}
	}
	return 0;
}
static int a, b, c, d;
static void *one(void *arg) { a = dequeue(); return arg; }
static void *two(void *arg) { b = dequeue(); enqueue(3); c = dequeue(); d = dequeue(); return arg; }
int main(void)
{
	pthread_t t, u;
	atomic_init(&head, 1);
	atomic_init(&tail, 1);
	give(3);
	give(2);
	enqueue(1);
	enqueue(2);
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(a == 0 || a != b && a != c && a != d);
	return 0;
}
