/* Locks by exchange and by atomic_flag: writing the value that is there already
 * is no change.
 *
 * options: runs=1000
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int x, y;

static void *worker(void *unused)
{
	while (atomic_exchange_explicit(&taken, 1, memory_order_acquire))
		;
	x++;
	atomic_store_explicit(&taken, 0, memory_order_release);
	while (atomic_flag_test_and_set(&flag))
		;
	y++;
	atomic_flag_clear(&flag);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x == 3 && y == 3);
	return 0;
}
