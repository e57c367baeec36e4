// check: proved
// Reference counts: who gives the last one back frees; a thread gets one under the lock of the pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box { atomic_int count; int value; };
static struct box *shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box *make(int v)
{
	struct box *b = malloc(sizeof *b);
	atomic_init(&b->count, 1);
	b->value = v;
	return b;
}
static struct box *get(void)
{
#ifdef BROKEN
	pthread_mutex_lock(&m);
	struct box *b = shared;
	pthread_mutex_unlock(&m);
	int n = atomic_load(&b->count);
	while (n > 0 && !atomic_compare_exchange_strong(&b->count, &n, n + 1))
		;
	return n > 0 ? b : NULL;
#else
	pthread_mutex_lock(&m);
	struct box *b = shared;
	atomic_fetch_add_explicit(&b->count, 1, memory_order_relaxed);
	pthread_mutex_unlock(&m);
	return b;
#endif
}
static void put(struct box *b)
{
	if (atomic_fetch_sub_explicit(&b->count, 1, memory_order_acq_rel) == 1)
		free(b);
}
static void *reader(void *arg)
{
	struct box *b = get();
	if (b) {
		assert(b->value > 0);
		put(b);
	}
	return arg;
}
static void *writer(void *arg)
{
	for (int i = 2; i < 4; i++) {
		struct box *b = make(i);
		pthread_mutex_lock(&m);
		struct box *old = shared;
		shared = b;
		pthread_mutex_unlock(&m);
		put(old);
	}
	return arg;
}
int main(void)
{
	pthread_t a, b;
	shared = make(1);
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, writer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	put(shared);
	return 0;
}
