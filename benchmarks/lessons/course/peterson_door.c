/* Two people and one door: Peterson's lock, tried once by each. I say that I want in, let the
 * other go first, and go in if the other does not want to or lets me. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *person(void *arg)
{
	int me = arg != 0;
	atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
	atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
	if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed) ||
	    atomic_load_explicit(&turn, memory_order_relaxed) == me) {
		assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
		atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
	}
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, person, 0);
	pthread_create(&b, 0, person, &turn);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
