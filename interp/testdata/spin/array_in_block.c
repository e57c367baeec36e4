/* An iteration that waits writes an object of its own, which is a new one each
 * time; another one that no other thread sees comes to have the same content
 * again: few steps are enough.
 *
 * options: runs=100 steps=3000
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int flag, work;

static void *waiter(void *unused)
{
	int delay[2] = {1, 0};

	while (!flag) {
		int next[2];
		next[0] = delay[0] * 2;
		next[1] = next[0] > 8;
		delay[0] = next[1] ? 8 : next[0];
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
