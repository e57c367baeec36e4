/* mailbox: two parties put a letter into the other's box and look into their own; who
 * finds it empty sleeps, who sees a sleeper wakes it.
 *
 * There is no fence between going to sleep and looking again: both may sleep for ever.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define BETWEEN FENCE(SC)
#else
#define BETWEEN FENCE(ACQ_REL)
#endif

static atomic_int box[2], asleep[2];
static sem_t wake[2];

static void *party(void *arg)
{
	long me = (long)arg, you = 1 - me;

	STORE(box[you], 1, REL);
	BETWEEN;
	if (SWAP(asleep[you], 0, RLX) == 1)
		sem_post(&wake[you]);
	if (LOAD(box[me], ACQ) == 0) {
		STORE(asleep[me], 1, RLX);
		BETWEEN;
		if (LOAD(box[me], ACQ) == 0)
			sem_wait(&wake[me]);
	}
	return NULL;
}

int main(void)
{
	sem_init(&wake[0], 0, 0);
	sem_init(&wake[1], 0, 0);
	SPAWN(2, party);
	return 0;
}
