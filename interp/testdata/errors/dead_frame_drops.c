/* Stores to a variable that is dead need not reach memory: the owner's pending
 * ones are dropped, whatever the order in which the others commit.
 *
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;
static int *sink;

static int work(int n)
{
	int a[2];
	sink = a;
	a[0] = n;
	a[1] = n + 1;
	return a[0] + a[1];
}

static void *worker(void *unused)
{
	x = 1;
	assert(work(3) == 7);
	y = 1;
	assert(work(4) == 9);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	assert(work(1) == 3);
	pthread_join(a, NULL);
	assert(x == 1 && y == 1);
	return 0;
}
