/* An iteration that waits passes objects of its own to functions that borrow
 * them: few steps are enough.
 *
 * options: runs=100 steps=3000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static int flag, work;

static void grow(long *delay)
{
	while (*delay < 100)
		*delay *= 2;
}

static void *waiter(void *unused)
{
	while (!flag) {
		struct timespec pause = {0, 1};
		grow(&pause.tv_nsec);
		nanosleep(&pause, NULL);
	}
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	for (int i = 0; i < 1000; i++)
		work = i;
	flag = 1;
	pthread_join(a, NULL);
	return 0;
}
