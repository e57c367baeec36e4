/* A race at the end of 50,000 calls in one another. */
#include <pthread.h>
#include <stddef.h>

static int sum;

static void down(int calls)
{
	if (calls > 0)
		down(calls - 1);
	else
		sum++;
}

static void *run(void *unused)
{
	down(50000);
	return unused;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
