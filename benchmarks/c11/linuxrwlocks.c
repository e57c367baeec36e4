/* linuxrwlocks: the reader-writer lock of the Linux kernel, of the CDSChecker
 * benchmarks; the seeded version of C11Tester (ASPLOS 2021), section 7.3.
 *
 * The lock is a count that readers lower by 1 and a writer by BIAS. The
 * operation that takes the lock after a failed attempt is relaxed, so whoever
 * gets it then does not synchronise with who held it before: a data race on
 * shared.
 *
 * -DFIXED makes the retries acquire, as the first attempts are. -DORIG is the
 * original, which is the same.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 * expect -DORIG c11: none
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined FIXED || defined ORIG
#define RETRY memory_order_acquire
#else
#define RETRY memory_order_relaxed
#endif

enum { BIAS = 0x100000 };

static atomic_int lock = BIAS;
static int shared;

static void read_lock(void)
{
	int old = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);

	while (old <= 0) {
		atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
			sched_yield();
		old = atomic_fetch_sub_explicit(&lock, 1, RETRY);
	}
}

static void write_lock(void)
{
	int old = atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire);

	while (old != BIAS) {
		atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) != BIAS)
			sched_yield();
		old = atomic_fetch_sub_explicit(&lock, BIAS, RETRY);
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
	read_lock();
	int seen = shared;
	(void)seen;
	read_unlock();

	write_lock();
	shared = 1;
	write_unlock();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread, NULL);
	pthread_create(&b, NULL, thread, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
