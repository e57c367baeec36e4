/* ticket: a ticket lock whose unlock is a relaxed store, three threads.
 *
 * The unlock may overtake the counter's store (PSO), and the counter may be
 * read early (PSLO). Then a count is lost.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int next, serving;
static int counter;

static void *run(void *arg)
{
	int mine = ADD(next, 1);
	while (LOAD(serving) != mine)
		;
	LL;
	counter++;
	SS;
	STORE(serving, mine + 1);
	return arg;
}

int main(void)
{
	THREADS(3, run);
	assert(counter == 3);
	return 0;
}
