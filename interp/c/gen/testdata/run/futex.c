// Threads that wait at a futex are woken in turn, and a wait for another value ends at once.
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, ready, done;

static int futex(atomic_int *at, int operation, int value)
{
	return syscall(SYS_futex, at, operation, value, NULL, NULL, 0);
}

static void *waiter(void *arg)
{
	atomic_fetch_add(&ready, 1);
	while (atomic_load(&word) == 0)
		futex(&word, FUTEX_WAIT_PRIVATE, 0);
	atomic_fetch_add(&done, 1);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int r = futex(&word, FUTEX_WAIT, 7);
	printf("%d %d\n", r, errno == EAGAIN);
	printf("%d\n", futex(&word, FUTEX_WAKE, 1));
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, waiter, NULL);
	while (atomic_load(&ready) < 2)
		usleep(1);
	atomic_store(&word, 1);
	futex(&word, FUTEX_WAKE_PRIVATE, 1);
	futex(&word, FUTEX_WAKE_PRIVATE, 1);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d\n", done);
	return 0;
}
