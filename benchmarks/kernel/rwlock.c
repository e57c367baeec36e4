/* Two values are written under a lock of readers and writers, and each processor counts for itself.
 * With DROPPED the lock is given back before the second value is written. */
#include <assert.h>
#include <pthread.h>
#include <linux/percpu.h>
#include <linux/spinlock.h>

static DEFINE_RWLOCK(lock);
static int a, b;
static DEFINE_PER_CPU(int, hits);

static void *set(void *arg)
{
	write_lock(&lock);
	WRITE_ONCE(a, 1);
#ifdef DROPPED
	write_unlock(&lock);
	WRITE_ONCE(b, 1);
#else
	WRITE_ONCE(b, 1);
	write_unlock(&lock);
#endif
	__fp_cpu = 1;
	this_cpu_inc(hits);
	return NULL;
}

static void *get(void *arg)
{
	int x, y;

	read_lock(&lock);
	x = READ_ONCE(a);
	y = READ_ONCE(b);
	read_unlock(&lock);
	assert(x == y);
	this_cpu_inc(hits);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, set, NULL);
	pthread_create(&u, NULL, get, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(hits[0] == 1 && hits[1] == 1);
	return 0;
}
