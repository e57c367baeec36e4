/* seqlock: a sequence lock over two atomic variables, with the bug of
 * C11Tester (ASPLOS 2021), section 7.1: a writer reads the sequence number with
 * a relaxed load.
 *
 * A writer that does not synchronise with the one before it lets a reader see
 * one variable of each, under an even sequence number: the assertion fails.
 *
 * -DFIXED reads the sequence number with an acquire load.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define WRITE_BEGIN memory_order_acquire
#else
#define WRITE_BEGIN memory_order_relaxed
#endif

static atomic_int seq, data1, data2;

static void read_both(int *a, int *b)
{
	for (;;) {
		int before = atomic_load_explicit(&seq, memory_order_acquire);
		if (before % 2 == 0) {
			*a = atomic_load_explicit(&data1, memory_order_acquire);
			*b = atomic_load_explicit(&data2, memory_order_acquire);
			if (atomic_load_explicit(&seq, memory_order_relaxed) == before)
				return;
		}
		sched_yield();
	}
}

static void write_both(int x)
{
	for (;;) {
		int before = atomic_load_explicit(&seq, WRITE_BEGIN);
		if (before % 2 == 0 &&
		    atomic_compare_exchange_strong_explicit(&seq, &before, before + 1,
		                                            memory_order_relaxed, memory_order_relaxed))
			break;
		sched_yield();
	}
	atomic_store_explicit(&data1, x, memory_order_release);
	atomic_store_explicit(&data2, x, memory_order_release);
	atomic_fetch_add_explicit(&seq, 1, memory_order_release);
}

static void *writer3(void *unused)
{
	(void)unused;
	write_both(3);
	return NULL;
}

static void *writer2(void *unused)
{
	(void)unused;
	write_both(2);
	return NULL;
}

static void *reader(void *unused)
{
	int a, b;

	(void)unused;
	read_both(&a, &b);
	assert(a == b);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, writer3, NULL);
	pthread_create(&threads[1], NULL, writer2, NULL);
	pthread_create(&threads[2], NULL, reader, NULL);
	for (int t = 0; t < 3; t++)
		pthread_join(threads[t], NULL);
	return 0;
}
