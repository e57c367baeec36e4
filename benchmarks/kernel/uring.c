/* A ring whose reader sleeps when it is empty: the writer looks at the reader's flag after it has
 * moved the tail, the reader at the tail after it has set the flag. With DROPPED the writer's barrier
 * is missing: both may miss what the other has done, and the reader stays asleep. */
#include <assert.h>
#include <pthread.h>
#include <linux/atomic.h>

static int tail, asleep, entry;
static int woken, sleeps;

static void *submit(void *arg)
{
	WRITE_ONCE(entry, 7);
	smp_store_release(&tail, 1);
#ifndef DROPPED
	smp_mb();
#endif
	if (READ_ONCE(asleep))
		woken = 1;
	return NULL;
}

static void *poll(void *arg)
{
	WRITE_ONCE(asleep, 1);
	smp_mb();
	if (smp_load_acquire(&tail))
		assert(READ_ONCE(entry) == 7);
	else
		sleeps = 1;
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, submit, NULL);
	pthread_create(&u, NULL, poll, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(!sleeps || woken);
	return 0;
}
