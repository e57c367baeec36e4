/* dekker-fences: Dekker's mutual exclusion with C11 fences, of the CDSChecker
 * benchmarks; the seeded version of C11Tester (ASPLOS 2021), section 7.3.
 *
 * Thread 0 lacks the seq_cst fence after it raises its flag, so both threads
 * may enter: a data race on var.
 *
 * -DFIXED has the fence. -DORIG is the original, which is the same.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 * expect -DORIG c11: none
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool flag[2];
static atomic_int turn;
static int var;

static void first_fence(int self)
{
#if !defined FIXED && !defined ORIG
	if (self == 0)
		return;
#endif
	(void)self;
	atomic_thread_fence(memory_order_seq_cst);
}

static void section(int self)
{
	int other = 1 - self;

	atomic_store_explicit(&flag[self], true, memory_order_relaxed);
	first_fence(self);
	while (atomic_load_explicit(&flag[other], memory_order_relaxed)) {
		if (atomic_load_explicit(&turn, memory_order_relaxed) != self) {
			atomic_store_explicit(&flag[self], false, memory_order_relaxed);
			while (atomic_load_explicit(&turn, memory_order_relaxed) != self)
				sched_yield();
			atomic_store_explicit(&flag[self], true, memory_order_relaxed);
			atomic_thread_fence(memory_order_seq_cst);
		} else {
			sched_yield();
		}
	}
	atomic_thread_fence(memory_order_acquire);

	var = 1;

	atomic_store_explicit(&turn, other, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&flag[self], false, memory_order_relaxed);
}

static void *thread0(void *unused)
{
	(void)unused;
	section(0);
	return NULL;
}

static void *thread1(void *unused)
{
	(void)unused;
	section(1);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread0, NULL);
	pthread_create(&b, NULL, thread1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
