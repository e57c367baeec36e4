/* Pointers through slots that are empty or hold one. With DROPPED nothing orders what a pointer points
 * to before the pointer. */
#include <assert.h>
#include <pthread.h>
#include <linux/compiler.h>
#include <asm/barrier.h>

static int *slot[2];
static int first, second;

static void produce(int k, int *p)
{
#ifndef DROPPED
	smp_wmb();
#endif
	WRITE_ONCE(slot[k], p);
}

static void *producer(void *arg)
{
	WRITE_ONCE(first, 1);
	produce(0, &first);
	WRITE_ONCE(second, 2);
	produce(1, &second);
	return NULL;
}

static void *consumer(void *arg)
{
	int *p = READ_ONCE(slot[0]), *q = READ_ONCE(slot[1]);

	if (p)
		assert(READ_ONCE(*p) == 1);
	if (q)
		assert(READ_ONCE(*q) == 2);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, producer, NULL);
	pthread_create(&u, NULL, consumer, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
