/* spsc: a ring of one slot between a producer and a consumer.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slot[1];
static atomic_int head, tail;

static void *producer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int t = atomic_load_explicit(&tail, memory_order_relaxed);
		if (t - atomic_load_explicit(&head, memory_order_acquire) < 1) {
			slot[0] = t + 1;
			atomic_store_explicit(&tail, t + 1, memory_order_release);
		}
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int h = atomic_load_explicit(&head, memory_order_relaxed);
		if (atomic_load_explicit(&tail, memory_order_acquire) > h) {
			assert(slot[0] == h + 1);
			atomic_store_explicit(&head, h + 1, memory_order_release);
		}
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, producer, 0);
	pthread_create(&b, 0, consumer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
