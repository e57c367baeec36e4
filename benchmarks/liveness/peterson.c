/* Peterson's algorithm gives way to who waits.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;

static void lock(int self)
{
	atomic_store(&flag[self], 1);
	atomic_store(&turn, 1 - self);
	while (atomic_load(&flag[1 - self]) && atomic_load(&turn) == 1 - self)
		;
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
