/* handshake: two threads meet at flags of their own, then read each other's result.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static int result[2];
static atomic_int arrived[2];

static void *run(void *arg)
{
	int me = (int)(intptr_t)arg;
	result[me] = me + 10;
	SS;
	STORE(arrived[me], 1);
	while (!LOAD(arrived[1 - me]))
		;
	LL;
	assert(result[1 - me] == 11 - me);
	return NULL;
}

int main(void)
{
	THREADS(2, run);
	return 0;
}
