/* peterson: Peterson's lock with release stores and acquire loads, which is
 * no lock; a thread that would have to wait gives up.
 *
 * executions  sc 4, tso 22, c11 22
 */
#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int flag[2], turn, x;

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg;
	int other = 1 - me;

	atomic_store_explicit(&flag[me], 1, memory_order_release);
	atomic_store_explicit(&turn, me, memory_order_release);
	assume(atomic_load_explicit(&flag[other], memory_order_acquire) != 1 ||
	       atomic_load_explicit(&turn, memory_order_acquire) != me);
	atomic_store_explicit(&x, me, memory_order_release);
	(void)atomic_load_explicit(&x, memory_order_acquire);
	atomic_store_explicit(&flag[me], 0, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, run, (void *)(intptr_t)0);
	pthread_create(&b, NULL, run, (void *)(intptr_t)1);
	return 0;
}
