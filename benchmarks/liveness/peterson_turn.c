/* Peterson's algorithm without the turn that is given away: who comes first again stays in.
 *
 * liveness: starvation
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];

static void lock(int self)
{
	if (self == 1) {
		atomic_store(&flag[1], 1);
		while (atomic_load(&flag[0]) == 2)
			;
	} else {
		do {
			atomic_store(&flag[0], 1);
			while (atomic_load(&flag[1]))
				;
			atomic_store(&flag[0], 2);
		} while (atomic_load(&flag[1]));
	}
}

static void unlock(int self) { atomic_store(&flag[self], 0); }

static void *server(void *p)
{
	for (;;) {
		lock(1);
		unlock(1);
	}
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, server, 0);
	lock(0);
	unlock(0);
	return 0;
}
