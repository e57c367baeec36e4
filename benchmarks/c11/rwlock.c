/* rwlock: the lock of linuxrwlocks with the bug of C11Tester (ASPLOS 2021),
 * section 7.1: both operations that take it for writing are relaxed.
 *
 * Three threads, four rounds each: under the lock for reading, two atomic
 * variables are compared; under the lock for writing, both are set to one
 * number. A reader sees that they differ.
 *
 * -DFIXED takes the lock for writing with acquire operations.
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
#define WRITE_LOCK memory_order_acquire
#else
#define WRITE_LOCK memory_order_relaxed
#endif

enum { BIAS = 0x100000, THREADS = 3, ROUNDS = 4 };

static atomic_int lock = BIAS;
static atomic_int data1, data2;

static void read_lock(void)
{
	int old = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);

	while (old <= 0) {
		atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
			sched_yield();
		old = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);
	}
}

static void write_lock(void)
{
	int old = atomic_fetch_sub_explicit(&lock, BIAS, WRITE_LOCK);

	while (old != BIAS) {
		atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) != BIAS)
			sched_yield();
		old = atomic_fetch_sub_explicit(&lock, BIAS, WRITE_LOCK);
	}
}

static void read_unlock(void)
{
	atomic_fetch_add_explicit(&lock, 1, memory_order_release);
}

static void write_unlock(void)
{
	atomic_fetch_add_explicit(&lock, BIAS, memory_order_release);
}

static void *thread(void *unused)
{
	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 2 == 0) {
			read_lock();
			int a = atomic_load_explicit(&data1, memory_order_relaxed);
			int b = atomic_load_explicit(&data2, memory_order_relaxed);
			assert(a == b);
			read_unlock();
		} else {
			write_lock();
			atomic_store_explicit(&data1, i, memory_order_relaxed);
			atomic_store_explicit(&data2, i, memory_order_relaxed);
			write_unlock();
		}
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int t = 0; t < THREADS; t++)
		pthread_create(&threads[t], NULL, thread, NULL);
	for (int t = 0; t < THREADS; t++)
		pthread_join(threads[t], NULL);
	return 0;
}
