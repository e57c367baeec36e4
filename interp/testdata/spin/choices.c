/* A loop that makes choices is no waiting: the next one may be another.
 *
 * options: runs=500
 * all: completed
 */
#include <fencepost.h>

int main(void)
{
	while (nondet_range(0, 3))
		;
	return 0;
}
