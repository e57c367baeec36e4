/* tree: four leaves add up by twos; the second to arrive at a node takes the sum of both
 * on.
 *
 * Arriving at an inner node releases, but does not acquire.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define ARRIVE ACQ_REL
#else
#define ARRIVE REL
#endif

static int sum[7];
static atomic_int arrived[3];

static void *leaf(void *arg)
{
	int at = 3 + (int)(long)arg;

	sum[at] = at;
	while (at > 0) {
		int up = (at - 1) / 2;
		if (up > 0) {
			if (ADD(arrived[up], 1, ACQ_REL) == 0)
				return NULL;
		} else if (ADD(arrived[up], 1, ARRIVE) == 0) {
			return NULL;
		}
		sum[up] = sum[2 * up + 1] + sum[2 * up + 2];
		at = up;
	}
	return NULL;
}

int main(void)
{
	SPAWN(4, leaf);
	assert(sum[0] == 18);
	return 0;
}
