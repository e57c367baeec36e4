/* shutdown: workers register, then look whether the service has closed; the closer
 * closes, then counts workers and frees what they use. Four threads.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int active[3], closed;
static int *state;

static void *worker(void *arg)
{
	int me = (int)(intptr_t)arg;
	STORE(active[me], 1);
	SL;
	if (!LOAD(closed)) {
		LL;
		assert(*state == 3);
	}
	SL;
	STORE(active[me], 0);
	return NULL;
}

static void *closer(void *arg)
{
	(void)arg;
	STORE(closed, 1);
	SL;
	for (int i = 0; i < 3; i++)
		while (LOAD(active[i]))
			;
	LL;
	free(state);
	return NULL;
}

int main(void)
{
	state = malloc(sizeof *state);
	*state = 3;
	pthread_t p[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&p[i], NULL, i < 3 ? worker : closer, (void *)(intptr_t)i);
	for (int i = 0; i < 4; i++)
		pthread_join(p[i], NULL);
	return 0;
}
