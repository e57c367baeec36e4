// Threads that wait at one futex are moved to another, and woken there.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int here, there, elsewhere, woken;
static long (*volatile call)(long, ...) = syscall;

static void *waiter(void *arg)
{
	long r = syscall(SYS_futex, &here, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
	atomic_fetch_add(&woken, 1);
	return (void *)r;
}

static long move(atomic_int *from, int wake, int most, atomic_int *to) { return syscall(SYS_futex, from, FUTEX_REQUEUE_PRIVATE, wake, most, to); }

static long compared(atomic_int *from, int wake, int most, atomic_int *to, int value)
{
	return call(SYS_futex, from, FUTEX_CMP_REQUEUE_PRIVATE, wake, most, to, value);
}

int main(void)
{
	pthread_t t[3];
	void *r;
	errno = 0;
	long n = compared(&here, 1, 1, &there, 5);
	printf("%ld %d\n", n, errno == EAGAIN);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, waiter, NULL);
	for (n = 0; n < 3; usleep(100)) {
		compared(&here, 0, 3, &there, 0);
		move(&there, 0, 9, &elsewhere);
		n += call(SYS_futex, &elsewhere, FUTEX_WAKE_PRIVATE, 1);
	}
	for (int i = 0; i < 3; i++) {
		pthread_join(t[i], &r);
		printf("%ld\n", (long)r);
	}
	printf("%d\n", woken);
	return 0;
}
