/* readers: a lock with a flag for each reader; the writer waits for all of them.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int reading[2], writing;
static int a, b;

static void *reader(void *arg)
{
	int me = (int)(intptr_t)arg;
	STORE(reading[me], 1);
	SL;
	if (!LOAD(writing)) {
		LL;
		assert(a == b);
	}
	SL;
	STORE(reading[me], 0);
	return NULL;
}

static void *writer(void *arg)
{
	(void)arg;
	STORE(writing, 1);
	SL;
	for (int i = 0; i < 2; i++)
		while (LOAD(reading[i]))
			;
	LL;
	a++;
	b++;
	SS;
	STORE(writing, 0);
	return NULL;
}

int main(void)
{
	pthread_t p[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&p[i], NULL, i < 2 ? reader : writer, (void *)(intptr_t)i);
	for (int i = 0; i < 3; i++)
		pthread_join(p[i], NULL);
	return 0;
}
