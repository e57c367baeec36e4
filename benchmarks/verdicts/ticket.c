/* ticket: a ticket lock.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int shared;

static void *run(void *arg)
{
	int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
	while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
		;
	shared++;
	atomic_store_explicit(&serving, mine + 1, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(shared == 2);
	return 0;
}
