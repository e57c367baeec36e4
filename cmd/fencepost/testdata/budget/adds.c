/* Twelve threads add to a variable that is not atomic: every execution has a race, and each
 * is long.
 */
#include <pthread.h>
#include <stddef.h>

static int sum;

static void *add(void *unused)
{
	for (int i = 0; i < 3000; i++)
		sum += 1;
	return unused;
}

int main(void)
{
	pthread_t t[12];
	for (int i = 0; i < 12; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 12; i++)
		pthread_join(t[i], NULL);
	return 0;
}
