/* A lock that is looked at before it is taken by exchange.
 *
 * liveness: starvation
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;

static void lock(int self)
{
	(void)self;
	do
		while (atomic_load(&locked))
			;
	while (atomic_exchange(&locked, 1));
}

static void unlock(int self) { (void)self; atomic_store(&locked, 0); }

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
