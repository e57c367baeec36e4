/* A register that always reads 0. What orders the write before the read is an
 * iteration of the last thread's loop that only waits: it reads the 1 of the writer.
 * The 2, with which the loop ends, synchronises with nothing.
 *
 * linearizable register: no
 */
#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *writer(void *p)
{
	method_begin("write", 1);
	method_end(0);
	atomic_store_explicit(&flag, 1, memory_order_release);
	return p;
}

static void *next(void *p)
{
	while (atomic_load_explicit(&flag, memory_order_relaxed) != 1)
		;
	atomic_store_explicit(&flag, 2, memory_order_relaxed);
	return p;
}

static void *reader(void *p)
{
	while (atomic_load_explicit(&flag, memory_order_acquire) != 2)
		;
	method_begin("read", 0);
	method_end(0);
	return p;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], 0, writer, 0);
	pthread_create(&t[1], 0, next, 0);
	pthread_create(&t[2], 0, reader, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
