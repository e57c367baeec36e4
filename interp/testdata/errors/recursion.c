/* Recursion with an end: each call has locals of its own, and a window of its
 * own.
 *
 * all: completed
 */
#include <assert.h>

static int ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int depth(int n, int *up)
{
	int here = n;
	if (n == 0)
		return (*up)++;
	int r = depth(n - 1, &here);
	assert(here == n + 1);
	*up += 1;
	return r;
}

int main(void)
{
	int top = 0;
	assert(ackermann(2, 3) == 9);
	assert(depth(500, &top) == 1);
	assert(top == 1);
	return 0;
}
