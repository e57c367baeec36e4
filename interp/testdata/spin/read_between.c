/*
 * The loop reads x twice, and reads z. Between its reads x may change and change
 * back: the thread has then come round to the same state, and what it read first
 * is what x holds. It must not count as waiting, for the next iteration reads x
 * twice as it is and leaves. Nobody else would wake it.
 *
 * options: exhaustive=sc runs=3000
 * all: completed
 */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1, z;

static void *waiter(void *arg)
{
	for (;;) {
		if (x == 0 && x == 0)
			break;
		(void)z;
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	x = 0;
	x = 1;
	x = 0;
	pthread_join(t, 0);
	return 0;
}
