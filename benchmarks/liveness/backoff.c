/* Two locks taken in two orders, each given back if the other is held.
 *
 * liveness: livelock
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held[2];

static void *both(void *p)
{
	int first = (int)(long)p;
	for (;;) {
		while (atomic_exchange(&held[first], 1))
			;
		if (!atomic_exchange(&held[1 - first], 1))
			break;
		atomic_store(&held[first], 0);
	}
	atomic_store(&held[0], 0);
	atomic_store(&held[1], 0);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, both, (void *)1L);
	both((void *)0L);
	pthread_join(t, 0);
	return 0;
}
