/* A reader in a section of its own domain sees either nothing of what a writer does around a
 * grace period, or all that is before it. With DROPPED the writer does not wait. */
#include <assert.h>
#include <pthread.h>
#include <linux/srcu.h>

DEFINE_STATIC_SRCU(domain);
static int before, behind;

static void *reader(void *arg)
{
	int section = srcu_read_lock(&domain);
	int a = READ_ONCE(before), b = READ_ONCE(behind);

	srcu_read_unlock(&domain, section);
	assert(a || !b);
	return NULL;
}

static void *writer(void *arg)
{
	WRITE_ONCE(before, 1);
#ifndef DROPPED
	synchronize_srcu(&domain);
#endif
	WRITE_ONCE(behind, 1);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, reader, NULL);
	pthread_create(&u, NULL, writer, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
