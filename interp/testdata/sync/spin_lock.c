/* A spin lock excludes.
 *
 * options: exhaustive
 * all: completed
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t s;
static int x;

static void *worker(void *unused)
{
	pthread_spin_lock(&s);
	x++;
	pthread_spin_unlock(&s);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	assert(x == 2);
	assert(pthread_spin_trylock(&s) == 0);
	assert(pthread_spin_trylock(&s) == EBUSY);
	pthread_spin_unlock(&s);
	pthread_spin_destroy(&s);
	return 0;
}
