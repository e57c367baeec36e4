/* free of the inside of a block.
 *
 * all: invalid free at @gone, allocated at @new, in main
 */
#include <stdlib.h>

int main(void)
{
	int *p = /*@new*/ malloc(8);
	/*@gone*/ free(p + 1);
	return 0;
}
