/* Nobody passes a barrier before all have arrived; one of them is told so. It
 * serves for the next round too.
 *
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int part[3], sum[3];
static atomic_int serial;

static void *worker(void *p)
{
	int me = *(int *)p;

	part[me] = me + 1;
	if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		serial++;
	sum[me] = part[0] + part[1] + part[2];
	if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
		serial++;
	assert(sum[(me + 1) % 3] == 6);
	return NULL;
}

int main(void)
{
	static int id[3] = {0, 1, 2};
	pthread_t a, b;

	pthread_barrier_init(&barrier, NULL, 3);
	pthread_create(&a, NULL, worker, &id[1]);
	pthread_create(&b, NULL, worker, &id[2]);
	worker(&id[0]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(serial == 2);
	pthread_barrier_destroy(&barrier);
	return 0;
}
