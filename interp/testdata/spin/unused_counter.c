/* Threads that wait count how often they looked, and yield now and then, which
 * changes nothing: few steps are enough.
 *
 * options: runs=100 steps=3000
 * all: completed
 */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int flag, work;

static void relax(int turns)
{
	if (turns > 10)
		sched_yield();
}

static void *waiter(void *unused)
{
	unsigned spins = 0;

	while (!flag) {
		if (++spins % 4 == 0)
			sched_yield();
		else if (spins > 100)
			relax(spins);
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
