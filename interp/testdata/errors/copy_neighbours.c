/* The load of one statement and the store of the next are no copy: what is stored was
 * written.
 *
 * all: completed
 */
#include <assert.h>
#include <stdlib.h>

int stored;

static int first(int *p, int y)
{
	int never_used = p[0];
	stored = y;
	return y ? y : never_used;
}

int main(void)
{
	int *p = malloc(sizeof *p);

	assert(first(p, 5) == 5);
	assert(stored == 5);
	free(p);
	return 0;
}
