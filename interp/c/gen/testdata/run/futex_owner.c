// A mutex whose word says which thread owns it: the kernel hands it over.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, waiting;
static int count;

static long futex(int operation) { return syscall(SYS_futex, &word, operation, 0, NULL, NULL, 0); }

static void lock(void)
{
	int none = 0;
	if (!atomic_compare_exchange_strong_explicit(&word, &none, (int)syscall(SYS_gettid), memory_order_acquire, memory_order_relaxed)) {
		atomic_fetch_add(&waiting, 1);
		if (futex(FUTEX_LOCK_PI_PRIVATE))
			printf("%d\n", errno);
	}
}

static void unlock(void)
{
	int own = (int)syscall(SYS_gettid);
	if (!atomic_compare_exchange_strong_explicit(&word, &own, 0, memory_order_release, memory_order_relaxed) && futex(FUTEX_UNLOCK_PI_PRIVATE))
		printf("%d\n", errno);
}

static void *worker(void *arg)
{
	long r = futex(FUTEX_TRYLOCK_PI_PRIVATE);
	if (r != -1 || errno != EAGAIN)
		printf("taken %ld\n", r);
	r = futex(FUTEX_UNLOCK_PI_PRIVATE);
	if (r != -1 || errno != EPERM)
		printf("given %ld\n", r);
	lock();
	count++;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t t[2];
	printf("%ld ", futex(FUTEX_TRYLOCK_PI_PRIVATE));
	printf("%d ", (word & FUTEX_TID_MASK) == syscall(SYS_gettid));
	long again = futex(FUTEX_LOCK_PI_PRIVATE);
	printf("%ld %d\n", again, errno == EDEADLK);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	while (atomic_load(&waiting) < 2)
		usleep(1);
	count++;
	unlock();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	lock();
	printf("%d\n", count);
	unlock();
	printf("%d\n", word);
	return 0;
}
