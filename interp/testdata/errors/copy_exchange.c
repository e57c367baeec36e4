/* What an atomic exchange takes away and nobody wrote is an error when it is used.
 *
 * all: read of never-written memory at @swap, allocated at @new, in main
 */
#include <stdatomic.h>
#include <stdlib.h>

int main(void)
{
	atomic_int *p = /*@new*/ malloc(sizeof *p);
	int old = /*@swap*/ atomic_exchange(p, 3);
	int kept = old;
	if (kept)
		return 1;
	return 0;
}
