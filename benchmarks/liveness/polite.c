/* Two threads give way to each other at the same time, and for ever.
 *
 * liveness: livelock
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *enter(void *p)
{
	int me = (int)(long)p;
	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[1 - me])) {
		atomic_store(&wants[me], 0);
		atomic_store(&wants[me], 1);
	}
	atomic_store(&wants[me], 0);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, enter, (void *)1L);
	enter((void *)0L);
	pthread_join(t, 0);
	return 0;
}
