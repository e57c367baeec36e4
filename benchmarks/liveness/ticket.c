/* A ticket lock: who came first is served first.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;

static void lock(int self)
{
	(void)self;
	unsigned char mine = atomic_fetch_add(&next, 1);
	while (atomic_load(&serving) != mine)
		;
}

static void unlock(int self) { (void)self; atomic_fetch_add(&serving, 1); }

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
