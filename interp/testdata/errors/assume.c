/* What is assumed holds in the executions that count.
 *
 * all: completed
 * all: discarded
 */
#include <assert.h>
#include <fencepost.h>

int main(void)
{
	int x = nondet_range(-2, 3), y = nondet_range(0, 1);
	assert(x >= -2 && x <= 3);
	assume(x * x == 4);
	assert(x == 2 || x == -2);
	assert(y == 0 || y == 1);
	return 0;
}
