/* Somebody forgot to release the lock.
 *
 * options: exhaustive=sc,tso,pso runs=1000
 * all: livelock: thread 0 at @loop in acquire < main for a value to change
 * all: livelock: thread 0 at @join in main for a thread to end,
 *   thread 1 at @loop in acquire < worker for a value to change
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;

static void acquire(void)
{
	/*@loop*/ while (atomic_exchange(&taken, 1))
		;
}

static void *worker(void *unused)
{
	acquire();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	acquire();
	/*@join*/ pthread_join(a, NULL);
	return 0;
}
