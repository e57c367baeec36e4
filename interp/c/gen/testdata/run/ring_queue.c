/* A bounded queue of many producers and consumers: each cell has a sequence
   number that says whose turn it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIZE 4
#define CACHE_LINE 64

struct cell {
	_Atomic size_t seq;
	void *data;
};

static struct {
	struct cell buffer[SIZE];
	_Alignas(CACHE_LINE) _Atomic size_t enqueue_pos;
	_Alignas(CACHE_LINE) _Atomic size_t dequeue_pos;
} q;

/* claim returns the cell at *where, which is in the given stage, or NULL. */
static struct cell *claim(_Atomic size_t *where, size_t *pos, size_t stage)
{
	*pos = atomic_load_explicit(where, memory_order_relaxed);
	for (;;) {
		struct cell *cell = &q.buffer[*pos & (SIZE - 1)];
		size_t seq = atomic_load_explicit(&cell->seq, memory_order_acquire);
		intptr_t ahead = (intptr_t)seq - (intptr_t)(*pos + stage);
		if (ahead == 0) {
			if (atomic_compare_exchange_weak_explicit(where, pos, *pos + 1, memory_order_relaxed, memory_order_relaxed))
				return cell;
		} else if (ahead < 0)
			return NULL;
		else
			*pos = atomic_load_explicit(where, memory_order_relaxed);
	}
}

static bool enqueue(void *data)
{
	size_t pos;
	struct cell *cell = claim(&q.enqueue_pos, &pos, 0);
	if (cell == NULL)
		return false;
	cell->data = data;
	atomic_store_explicit(&cell->seq, pos + 1, memory_order_release);
	return true;
}

static bool dequeue(void **data)
{
	size_t pos;
	struct cell *cell = claim(&q.dequeue_pos, &pos, 1);
	if (cell == NULL)
		return false;
	*data = cell->data;
	atomic_store_explicit(&cell->seq, pos + SIZE, memory_order_release);
	return true;
}

static int values[4] = { 1, 2, 4, 8 };
static atomic_uint got;

static void *produce(void *arg)
{
	int *v = arg;
	assert(enqueue(v));
	assert(enqueue(v + 1));
	return NULL;
}

static void *consume(void *arg)
{
	void *p;
	for (int i = 0; i < 2; i++)
		if (dequeue(&p))
			got += *(int *)p;
	return arg;
}

int main(void)
{
	pthread_t t[4];
	for (size_t i = 0; i != SIZE; i += 1)
		atomic_init(&q.buffer[i].seq, i);
	pthread_create(&t[0], 0, produce, &values[0]);
	pthread_create(&t[1], 0, produce, &values[2]);
	pthread_create(&t[2], 0, consume, 0);
	pthread_create(&t[3], 0, consume, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	for (void *p; dequeue(&p);)
		got += *(int *)p;
	assert(got == 15);
	return 0;
}
