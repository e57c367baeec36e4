/* A choice takes every value of its range, and no other.
 *
 * options: exhaustive
 * all: completed with status 10
 * all: completed with status 11
 * all: completed with status 12
 * all: completed with status 5
 */
#include <fencepost.h>

int main(void)
{
	int x = nondet_range(-1, 2);
	return x < 0 ? 5 : 10 + x;
}
