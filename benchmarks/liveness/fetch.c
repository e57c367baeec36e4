/* A read-modify-write that cannot fail needs no loop.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void add(void)
{
	atomic_fetch_xor(&x, 1);
}

static void *server(void *p)
{
	for (;;)
		add();
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, server, 0);
	add();
	return 0;
}
