/* chase-lev-deque: the work-stealing deque of Chase and Lev, with the memory
 * orders of Le, Pop, Cohen and Zappa Nardelli (PPoPP 2013), as in the
 * CDSChecker benchmarks.
 *
 * The owner pushes three values, which makes the array grow, and takes twice;
 * a thief steals once. Nothing is seeded: the published code stores the pointer
 * to the new array with a relaxed store, so the thief may read the array's size
 * or a slot before it is written.
 *
 * -DFIXED publishes the array with a release store, which the thief reads with
 * an acquire load.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define PUBLISH memory_order_release
#define ARRAY memory_order_acquire
#else
#define PUBLISH memory_order_relaxed
#define ARRAY memory_order_relaxed
#endif

enum { EMPTY = -1, ABORT = -2 };

struct array {
	atomic_size_t size;
	atomic_int slots[];
};

static struct {
	atomic_size_t top, bottom;
	_Atomic(struct array *) array;
} q;

static size_t relaxed(atomic_size_t *p)
{
	return atomic_load_explicit(p, memory_order_relaxed);
}

static struct array *new_array(size_t size)
{
	struct array *a = malloc(sizeof *a + size * sizeof a->slots[0]);

	if (!a)
		exit(1);
	atomic_store_explicit(&a->size, size, memory_order_relaxed);
	return a;
}

static void create(void)
{
	struct array *a = calloc(1, sizeof *a + 2 * sizeof a->slots[0]);

	if (!a)
		exit(1);
	atomic_store_explicit(&q.array, a, memory_order_relaxed);
	atomic_store_explicit(&q.top, 0, memory_order_relaxed);
	atomic_store_explicit(&q.bottom, 0, memory_order_relaxed);
	atomic_store_explicit(&a->size, 2, memory_order_relaxed);
}

static int take(void)
{
	size_t b = relaxed(&q.bottom) - 1;
	struct array *a = atomic_load_explicit(&q.array, memory_order_relaxed);

	atomic_store_explicit(&q.bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);

	size_t t = relaxed(&q.top);
	if (t > b) {
		atomic_store_explicit(&q.bottom, b + 1, memory_order_relaxed);
		return EMPTY;
	}
	int x = atomic_load_explicit(&a->slots[b % relaxed(&a->size)], memory_order_relaxed);
	if (t == b) {
		if (!atomic_compare_exchange_strong_explicit(&q.top, &t, t + 1,
		                                             memory_order_seq_cst, memory_order_relaxed))
			x = EMPTY;
		atomic_store_explicit(&q.bottom, b + 1, memory_order_relaxed);
	}
	return x;
}

static void resize(void)
{
	struct array *old = atomic_load_explicit(&q.array, memory_order_relaxed);
	size_t size = relaxed(&old->size);
	struct array *a = new_array(2 * size);
	size_t top = relaxed(&q.top), bottom = relaxed(&q.bottom);

	for (size_t i = top; i < bottom; i++) {
		int x = atomic_load_explicit(&old->slots[i % size], memory_order_relaxed);
		atomic_store_explicit(&a->slots[i % (2 * size)], x, memory_order_relaxed);
	}
	atomic_store_explicit(&q.array, a, PUBLISH);
}

static void push(int x)
{
	size_t b = relaxed(&q.bottom);
	size_t t = atomic_load_explicit(&q.top, memory_order_acquire);
	struct array *a = atomic_load_explicit(&q.array, memory_order_relaxed);

	if (b - t > relaxed(&a->size) - 1) {
		resize();
		a = atomic_load_explicit(&q.array, memory_order_relaxed);
	}
	atomic_store_explicit(&a->slots[b % relaxed(&a->size)], x, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&q.bottom, b + 1, memory_order_relaxed);
}

static int steal(void)
{
	size_t t = atomic_load_explicit(&q.top, memory_order_acquire);

	atomic_thread_fence(memory_order_seq_cst);

	size_t b = atomic_load_explicit(&q.bottom, memory_order_acquire);
	if (t >= b)
		return EMPTY;
	struct array *a = atomic_load_explicit(&q.array, ARRAY);
	int x = atomic_load_explicit(&a->slots[t % relaxed(&a->size)], memory_order_relaxed);
	if (!atomic_compare_exchange_strong_explicit(&q.top, &t, t + 1,
	                                             memory_order_seq_cst, memory_order_relaxed))
		return ABORT;
	return x;
}

static int stolen;

static void *thief(void *unused)
{
	(void)unused;
	stolen = steal();
	return NULL;
}

static int is_item(int x)
{
	return x == 1 || x == 2 || x == 4;
}

int main(void)
{
	pthread_t t;

	create();
	pthread_create(&t, NULL, thief, NULL);
	push(1);
	push(2);
	push(4);
	int a = take();
	int b = take();
	pthread_join(t, NULL);

	assert(a == EMPTY || is_item(a));
	assert(b == EMPTY || is_item(b));
	assert(stolen == EMPTY || stolen == ABORT || is_item(stolen));
	if (is_item(a) && is_item(b) && is_item(stolen))
		assert(a + b + stolen == 7);
	return 0;
}
