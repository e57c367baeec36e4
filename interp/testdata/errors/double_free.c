/* Two threads free one block.
 *
 * all: double free at @gone, allocated at @new, freed at @gone, in drop < drop_all
 */
#include <pthread.h>
#include <stdlib.h>

static int *p;

static void drop(void *q) { /*@gone*/ free(q); }

static void *drop_all(void *unused)
{
	drop(p);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	p = /*@new*/ malloc(1);
	pthread_create(&a, NULL, drop_all, NULL);
	pthread_create(&b, NULL, drop_all, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
