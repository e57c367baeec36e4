/* malloc and calloc may fail when asked to.
 *
 * options: malloc-fail
 * all: completed
 * all: null pointer at @use, in main
 * all: completed with status 1
 */
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	if (!p)
		return 1;
	int *q = calloc(1, sizeof *q);
	/*@use*/ *q = 1;
	free(p);
	free(q);
	return 0;
}
