/* The queue of mpmc.c with the right memory orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { cells = 8, items = 20, threads = 3 };

static struct cell {
	atomic_size_t turn;
	int item;
} ring[cells];
static atomic_size_t tail, head;

static bool put(int item)
{
	size_t at = atomic_load_explicit(&tail, memory_order_relaxed);
	for (;;) {
		struct cell *c = &ring[at % cells];
		ptrdiff_t ahead = (ptrdiff_t)(atomic_load_explicit(&c->turn, memory_order_acquire) - at);
		if (ahead < 0)
			return false;
		if (ahead > 0) {
			at = atomic_load_explicit(&tail, memory_order_relaxed);
			continue;
		}
		if (atomic_compare_exchange_weak_explicit(&tail, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
			c->item = item;
			atomic_store_explicit(&c->turn, at + 1, memory_order_release);
			return true;
		}
	}
}

static bool take(int *item)
{
	size_t at = atomic_load_explicit(&head, memory_order_relaxed);
	for (;;) {
		struct cell *c = &ring[at % cells];
		ptrdiff_t ahead = (ptrdiff_t)(atomic_load_explicit(&c->turn, memory_order_acquire) - (at + 1));
		if (ahead < 0)
			return false;
		if (ahead > 0) {
			at = atomic_load_explicit(&head, memory_order_relaxed);
			continue;
		}
		if (atomic_compare_exchange_weak_explicit(&head, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
			*item = c->item;
			atomic_store_explicit(&c->turn, at + cells, memory_order_release);
			return true;
		}
	}
}

static void *producer(void *unused)
{
	for (int i = 1; i <= items; i++)
		while (!put(i))
			;
	return unused;
}

static void *consumer(void *unused)
{
	for (int i = 1; i <= items; i++) {
		int item;
		while (!take(&item))
			;
		assert(item >= 1 && item <= items);
	}
	return unused;
}

int main(void)
{
	pthread_t t[2 * threads];
	for (size_t i = 0; i < cells; i++)
		atomic_init(&ring[i].turn, i);
	for (int i = 0; i < threads; i++) {
		pthread_create(&t[i], NULL, producer, NULL);
		pthread_create(&t[threads + i], NULL, consumer, NULL);
	}
	for (int i = 0; i < 2 * threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}
