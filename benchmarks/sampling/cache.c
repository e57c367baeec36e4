/* cache: two writers each replace a value and then drop it from a cache; two readers look
 * into cache and store, in different order, and must not disagree on who was first.
 *
 * Acquire and release leave that open.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define READ SC
#define WRITE SC
#else
#define READ ACQ
#define WRITE REL
#endif

static atomic_int value[2], noise[2];
static int seen[2][2];

static void *run(void *arg)
{
	int me = (int)(long)arg;

	if (me < 2) {
		for (int i = 0; i < 4; i++)
			STORE(noise[me], i, RLX);
		STORE(value[me], 1, WRITE);
		return NULL;
	}
	int first = me - 2;
	for (int i = 0; i < 4; i++)
		(void)LOAD(noise[first], RLX);
	seen[first][0] = LOAD(value[first], READ);
	seen[first][1] = LOAD(value[1 - first], READ);
	return NULL;
}

int main(void)
{
	SPAWN(4, run);
	assert(!(seen[0][0] == 1 && seen[0][1] == 0 && seen[1][0] == 1 && seen[1][1] == 0));
	return 0;
}
