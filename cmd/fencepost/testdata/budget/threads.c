/* Sixteen threads add to a variable that is not atomic, each a thousand times. */
#include <pthread.h>
#include <stddef.h>

static int sum;

static void *add(void *unused)
{
	for (int i = 0; i < 1000; i++)
		sum += 1;
	return unused;
}

int main(void)
{
	pthread_t t[16];
	for (int i = 0; i < 16; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 16; i++)
		pthread_join(t[i], NULL);
	return 0;
}
