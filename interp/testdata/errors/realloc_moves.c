/* realloc frees the old block.
 *
 * all: use after free at @use, allocated at @new, freed at @gone, in main
 */
#include <stdlib.h>

int main(void)
{
	int *p = /*@new*/ malloc(sizeof *p);
	*p = 3;
	int *q = /*@gone*/ realloc(p, 2 * sizeof *p);
	return *q == 3 ? /*@use*/ *p : 1;
}
