/* As spin_on_dead, with a heap block; the loop reads more than that.
 *
 * all: use after free at @use, allocated at @new, freed at @gone, in waiter
 */
#include <pthread.h>
#include <stdlib.h>

static int *flag, stop;

static void *waiter(void *unused)
{
	while (!stop && !/*@use*/ *flag)
		;
	return unused;
}

int main(void)
{
	pthread_t t;

	flag = /*@new*/ calloc(1, sizeof *flag);
	pthread_create(&t, NULL, waiter, NULL);
	/*@gone*/ free(flag);
	pthread_join(t, NULL);
	return 0;
}
