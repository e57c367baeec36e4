/* barrier_arrive: two threads meet at a counter that is counted up with relaxed order.
 *
 * verdict: buggy
 * causes: 1
 * fix: release
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int result[2];
static atomic_int arrived;

static void meet(int me)
{
	result[me] = me + 1;
	atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed);
	while (atomic_load_explicit(&arrived, memory_order_acquire) != 2)
		;
	assert(result[1 - me] == 2 - me);
}

static void *zero(void *arg)
{
	meet(0);
	return arg;
}

static void *one(void *arg)
{
	meet(1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, zero, 0);
	pthread_create(&b, 0, one, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
