/* A variable of the loop has no value before the loop: whatever an earlier
 * execution left where it will live must not matter.
 *
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int flag, other = 1;

static void *waiter(void *unused)
{
	while (!flag) {
		int seen = other;
		if (seen == 5)
			break;
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, waiter, NULL);
	pthread_create(&b, NULL, waiter, NULL);
	other = 2;
	other = 1;
	flag = 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
