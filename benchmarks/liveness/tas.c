/* A lock taken by exchange: a thread that comes again and again keeps another out.
 *
 * liveness: starvation
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;

static void lock(int self)
{
	(void)self;
	while (atomic_exchange(&locked, 1))
		;
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
