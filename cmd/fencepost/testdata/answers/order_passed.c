// check: buggy (the order is passed at testdata/answers/order_passed.c:28)
// The memory order of a wrapper is its parameter: the fix is at the call.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct { atomic_int v; } ref_t;

static inline void ref_store(ref_t *r, int v, memory_order order)
{
	atomic_store_explicit(&r->v, v, order);
}

static inline int ref_load(ref_t *r, memory_order order)
{
	return atomic_load_explicit(&r->v, order);
}

static inline void ref_set(ref_t *r, memory_order o) { ref_store(r, 1, o); }
static int data, stat;
static ref_t other;
static ref_t flag;

static void *writer(void *arg)
{
	data = 1;
	ref_store(&other, 1, memory_order_relaxed);
	ref_set(&flag, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg)
{
	if (ref_load(&flag, memory_order_acquire))
		assert(data == 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
