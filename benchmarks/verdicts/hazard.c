/* hazard: a hazard pointer is announced before the pointer is looked at again.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared, announced;

static void *reader(void *arg)
{
	int *p = atomic_load(&shared);
	atomic_store_explicit(&announced, p, memory_order_seq_cst);
	if (p && atomic_load(&shared) == p)
		assert(*p == 5);
	atomic_store_explicit(&announced, 0, memory_order_release);
	return arg;
}

static void *reclaimer(void *arg)
{
	int *p = atomic_load(&shared);
	atomic_store(&shared, 0);
	if (atomic_load(&announced) != p)
		free(p);
	return arg;
}

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 5;
	shared = p;
	pthread_t a, b;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, reclaimer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
