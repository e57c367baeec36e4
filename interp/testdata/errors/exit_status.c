/* An exit status is what a parent process sees of it: eight bits.
 *
 * all: completed with status 44
 * all: completed with status 255
 */
#include <fencepost.h>
#include <stdlib.h>

int main(void)
{
	if (nondet_range(0, 1))
		exit(-1);
	return 300;
}
