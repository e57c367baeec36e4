/* A block that another thread may have freed. If it has not, nothing kept the read
 * before the free.
 *
 * all: use after free at @use, allocated at @new, freed at @gone, in get
 * all: use after free at @use, allocated at @new, freed at @gone, in get < reader
 */
#include <pthread.h>
#include <stdlib.h>

static int *p;

static int get(void) { return /*@use*/ *p; }

static void *reader(void *unused)
{
	return get() ? unused : NULL;
}

static void drop(int *q)
{
	/*@gone*/ free(q);
}

int main(void)
{
	pthread_t a;

	p = /*@new*/ calloc(1, sizeof *p);
	pthread_create(&a, NULL, reader, NULL);
	drop(p);
	pthread_join(a, NULL);
	return 0;
}
