/* What the load of the statement before read is used, though the store between is of
 * another value.
 *
 * all: read of never-written memory at @use, allocated at @new, in first < main
 */
#include <stdlib.h>

int stored;

static int first(int *p, int y)
{
	int used = p/*@use*/[0];
	stored = y;
	return used ? y : stored;
}

int main(void)
{
	int *p = /*@new*/ malloc(sizeof *p);

	first(p, 5);
	free(p);
	return 0;
}
