/* A choice from nothing.
 *
 * all: bad call at @use, in main
 */
#include <fencepost.h>

int main(void)
{
	return /*@use*/ nondet_range(2, 1);
}
