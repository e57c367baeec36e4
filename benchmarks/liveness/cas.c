/* A loop around a compare-exchange: another may always have come before.
 *
 * liveness: starvation
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void add(void)
{
	unsigned char v = atomic_load(&x);
	while (!atomic_compare_exchange_weak(&x, &v, (v + 1) % 4))
		;
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
