/* A worker that goes on until it is told to stop, which it is; and a server that fails if an assertion does not hold.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

#include <assert.h>

static atomic_int stop, x;

static void *worker(void *p)
{
	while (!atomic_load(&stop))
		atomic_fetch_xor(&x, 1);
	return p;
}

static void *server(void *p)
{
	for (;;)
		assert(atomic_fetch_xor(&x, 2) < 4);
	return p;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, server, 0);
	atomic_store(&stop, 1);
	pthread_join(t, 0);
	return 0;
}
