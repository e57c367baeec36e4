/* The work-stealing deque of Chase and Lev with the orders of Le, Pop, Cohen and Zappa
 * Nardelli (PPoPP 2013) over an array that does not grow. -DBROKEN leaves out the fence in
 * take: owner and thief get the same value.
 *
 * linearizable deque: yes
 * linearizable -DBROKEN deque: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long top, bottom;
static atomic_int slots[4];

static void push(int v)
{
	method_begin("push", v);
	long b = atomic_load_explicit(&bottom, memory_order_relaxed);
	atomic_store_explicit(&slots[b], v, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	method_end(0);
}

static void take(void)
{
	long v = -1;
	method_begin("take", 0);
	long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
	atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef BROKEN
	atomic_thread_fence(memory_order_seq_cst);
#endif
	long t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t <= b) {
		v = atomic_load_explicit(&slots[b], memory_order_relaxed);
		if (t < b) {
			method_end(v);
			return;
		}
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
			v = -1;
	}
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	method_end(v);
}

static void steal(void)
{
	for (;;) {
		long v = -1;
		method_begin("steal", 0);
		long t = atomic_load_explicit(&top, memory_order_acquire);
		atomic_thread_fence(memory_order_seq_cst);
		long b = atomic_load_explicit(&bottom, memory_order_acquire);
		if (t < b) {
			v = atomic_load_explicit(&slots[t], memory_order_relaxed);
			if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
				continue; // begins anew
		}
		method_end(v);
		return;
	}
}

static void *thief(void *p) { steal(); steal(); return p; }

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, thief, 0);
	push(1);
	push(2);
	take();
	take();
	pthread_join(t, 0);
	return 0;
}
