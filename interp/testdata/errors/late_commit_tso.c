/* Two threads each announce and look; both may be in the section at once, and
 * then one frees what the other's buffer still holds a store for.
 *
 * sc: completed
 * tso pso pslo: completed
 * tso pso pslo: use after free at @store, allocated at @new, freed at @gone, in user
 */
#include <pthread.h>
#include <stdlib.h>

static int *p;
static int using, freeing;

static void *user(void *unused)
{
	using = 1;
	if (!freeing)
		/*@store*/ *p = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	p = /*@new*/ malloc(sizeof *p);
	pthread_create(&a, NULL, user, NULL);
	freeing = 1;
	if (!using)
		/*@gone*/ free(p);
	pthread_join(a, NULL);
	return 0;
}
