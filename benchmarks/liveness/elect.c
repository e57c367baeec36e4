/* Two threads that begin anew unless one saw the other: that one does is sure under SC alone.
 * Under TSO the stores of both may be late, in every round.
 *
 * liveness: none
 * liveness under weaker models: livelock
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int in[2], saw[2];
static atomic_int arrived, phase;

static void meet(void)
{
	int p = atomic_load(&phase);
	if (atomic_fetch_add(&arrived, 1) == 1) {
		atomic_store(&arrived, 0);
		atomic_store(&phase, !p);
	} else {
		while (atomic_load(&phase) == p)
			;
	}
}

static void *elect(void *p)
{
	int self = p != 0, one;

	do {
		atomic_store_explicit(&in[self], 1, memory_order_relaxed);
		one = atomic_load_explicit(&in[!self], memory_order_relaxed);
		atomic_store_explicit(&saw[self], one, memory_order_relaxed);
		meet();
		atomic_store_explicit(&in[self], 0, memory_order_relaxed);
		meet();
	} while (!atomic_load(&saw[0]) && !atomic_load(&saw[1]));
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, elect, &t);
	elect(0);
	pthread_join(t, 0);
	return 0;
}
