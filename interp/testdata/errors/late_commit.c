/* The store has left the program but not the buffer when the reader, which saw
 * a later one, frees the block. TSO keeps the
 * order of the two.
 *
 * options: exhaustive
 * sc tso: completed
 * pso pslo: completed
 * pso pslo: use after free at @store, allocated at @new, freed at @gone, in writer
 */
#include <fencepost.h>
#include <pthread.h>
#include <stdlib.h>

static int *p;
static int done;

static void *writer(void *unused)
{
	p/*@store*/ [1] = 1;
	done = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	p = /*@new*/ malloc(2 * sizeof *p);
	pthread_create(&a, NULL, writer, NULL);
	if (done)
		/*@gone*/ free(p);
	pthread_join(a, NULL);
	return 0;
}
