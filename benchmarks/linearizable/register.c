/* A register of two words under a sequence lock, of which a read returns both. -DBROKEN
 * leaves out the fence before the sequence number is read again.
 *
 * linearizable register: yes
 * linearizable -DBROKEN register: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int low, high;

static void write(int v)
{
	method_begin("write", v * 11);
	unsigned s = atomic_load_explicit(&sequence, memory_order_relaxed);
	atomic_store_explicit(&sequence, s + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&low, v, memory_order_relaxed);
	atomic_store_explicit(&high, v, memory_order_relaxed);
	atomic_store_explicit(&sequence, s + 2, memory_order_release);
	method_end(0);
}

static void read(void)
{
	int a, b;
	unsigned s;
	method_begin("read", 0);
	do {
		s = atomic_load_explicit(&sequence, memory_order_acquire);
		a = atomic_load_explicit(&low, memory_order_relaxed);
		b = atomic_load_explicit(&high, memory_order_relaxed);
#ifndef BROKEN
		atomic_thread_fence(memory_order_acquire);
#endif
	} while (s & 1 || atomic_load_explicit(&sequence, memory_order_relaxed) != s);
	method_end(a + 10 * b);
}

static void *writer(void *p) { write(1); write(2); return p; }

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	read();
	pthread_join(t, 0);
	read();
	return 0;
}
