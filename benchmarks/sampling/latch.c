/* latch: a collector polls a latch twice between other work, and gives up; three workers
 * count it down when their piece is done.
 *
 * One worker in three counts down with a relaxed operation.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define DONE REL
#else
#define DONE RLX
#endif

static atomic_int left = 3, tries;
static int piece[3];

static void *run(void *arg)
{
	long i = (long)arg;

	if (i < 3) {
		piece[i] = 10 + i;
		if (i == 1)
			atomic_fetch_sub_explicit(&left, 1, DONE);
		else
			atomic_fetch_sub_explicit(&left, 1, REL);
		return NULL;
	}
	for (int k = 0; k < 2; k++) {
		if (LOAD(left, ACQ) == 0) {
			assert(piece[0] + piece[1] + piece[2] == 33);
			break;
		}
		ADD(tries, 1, RLX);
	}
	return NULL;
}

int main(void)
{
	SPAWN(4, run);
	return 0;
}
