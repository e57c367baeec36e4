/* A double compare-and-swap of one word with itself: the second part sees the
 * first.
 *
 * all: completed
 */
#include <assert.h>
#include <fencepost.h>

static int x;

int main(void)
{
	dcas(&x, &x, 0, 0, 1, 1);
	assert(x == 1);
	return 0;
}
