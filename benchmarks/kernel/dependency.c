/* An index orders what it indexes: the kernel's model keeps dependencies, which C11 does not. With
 * DROPPED the index is written without order. */
#include <assert.h>
#include <pthread.h>
#include <linux/compiler.h>
#include <asm/barrier.h>

static int slot[2] = {1, 0}, latest;

static void *writer(void *arg)
{
	WRITE_ONCE(slot[1], 1);
#ifdef DROPPED
	WRITE_ONCE(latest, 1);
#else
	smp_store_release(&latest, 1);
#endif
	return NULL;
}

static void *reader(void *arg)
{
	int i = READ_ONCE(latest);

	assert(READ_ONCE(slot[i]) == 1);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, writer, NULL);
	pthread_create(&u, NULL, reader, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
