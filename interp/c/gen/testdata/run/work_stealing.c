/* A work-stealing deque over an array that does not grow. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
	atomic_size_t size;
	_Atomic int buffer[];
} array;

typedef struct {
	atomic_size_t top, bottom;
	_Atomic(array *) items;
} deque;

enum { EMPTY = -1, LOST = -2 };

static deque *d;
static atomic_int taken[4];

static void push(deque *q, int x)
{
	size_t b = atomic_load_explicit(&q->bottom, memory_order_relaxed);
	array *a = atomic_load_explicit(&q->items, memory_order_relaxed);
	atomic_store_explicit(&a->buffer[b % a->size], x, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
}

static int take(deque *q)
{
	size_t b = atomic_load_explicit(&q->bottom, memory_order_relaxed) - 1;
	array *a = atomic_load_explicit(&q->items, memory_order_relaxed);
	atomic_store_explicit(&q->bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	size_t t = atomic_load_explicit(&q->top, memory_order_relaxed);
	int x = EMPTY;
	if ((long)t <= (long)b) {
		x = atomic_load_explicit(&a->buffer[b % a->size], memory_order_relaxed);
		if (t != b)
			return x;
		if (!atomic_compare_exchange_strong_explicit(&q->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
			x = EMPTY;
	}
	atomic_store_explicit(&q->bottom, b + 1, memory_order_relaxed);
	return x;
}

static int steal(deque *q)
{
	size_t t = atomic_load_explicit(&q->top, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	size_t b = atomic_load_explicit(&q->bottom, memory_order_acquire);
	if (t >= b)
		return EMPTY;
	array *a = atomic_load_explicit(&q->items, memory_order_acquire);
	int x = atomic_load_explicit(&a->buffer[t % a->size], memory_order_relaxed);
	return atomic_compare_exchange_strong_explicit(&q->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed) ? x : LOST;
}

static void *thief(void *p)
{
	int x = steal(d);
	if (x >= 0)
		atomic_fetch_add(&taken[x], 1);
	return p;
}

int main(void)
{
	pthread_t t[2];
	array *a = malloc(sizeof(array) + 4 * sizeof(_Atomic int));
	d = malloc(sizeof(deque));
	atomic_init(&a->size, 4);
	for (int i = 0; i < 4; i++)
		atomic_init(&a->buffer[i], 0);
	atomic_init(&d->items, a);
	atomic_init(&d->top, 0);
	atomic_init(&d->bottom, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, thief, NULL);
	for (int i = 0; i < 3; i++)
		push(d, i);
	for (int x; (x = take(d)) != EMPTY;)
		taken[x]++;
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 3; i++)
		assert(taken[i] == 1);
	free(a), free(d);
	return 0;
}
