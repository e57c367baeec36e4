/* election: three candidates stand for leader in three rounds; who sees no higher number
 * standing leads.
 *
 * Standing and looking are release and acquire: two may lead in one round.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define STAND FENCE(SC)
#else
#define STAND FENCE(ACQ_REL)
#endif

static atomic_int standing[3][3], leaders[3];

static void *candidate(void *arg)
{
	int me = (int)(long)arg;

	for (int round = 0; round < 3; round++) {
		STORE(standing[round][me], 1, REL);
		STAND;
		int alone = 1;
		for (int k = 0; k < 3; k++)
			if (k != me && LOAD(standing[round][k], ACQ))
				alone = 0;
		if (alone)
			assert(ADD(leaders[round], 1, RLX) == 0);
	}
	return NULL;
}

int main(void)
{
	SPAWN(3, candidate);
	return 0;
}
