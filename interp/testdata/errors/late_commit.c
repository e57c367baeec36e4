/* The store has left the program but not the buffer when the reader, which saw
 * a later one, frees the block. The reader's view of done comes from an atomic
 * exchange in PSO and PSLO, which commits nothing but its own location; TSO
 * keeps the order.
 *
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
	/*@store*/ p[1] = 1;
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
