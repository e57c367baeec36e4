/* Two servers hand a flag to each other: each waits again and again, and gets on.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int full;

static void *fill(void *p)
{
	for (;;) {
		while (atomic_load(&full))
			;
		atomic_store(&full, 1);
	}
	return p;
}

static void *drain(void *p)
{
	for (;;) {
		while (!atomic_load(&full))
			;
		atomic_store(&full, 0);
	}
	return p;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, fill, 0);
	pthread_create(&u, 0, drain, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
