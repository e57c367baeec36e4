/* An atomic increment of never-written memory.
 *
 * all: read of never-written memory at @use, allocated at @new, in main
 */
#include <stdatomic.h>
#include <stdlib.h>

int main(void)
{
	atomic_int *p = /*@new*/ malloc(sizeof *p);
	/*@use*/ atomic_fetch_add(p, 1);
	return 0;
}
