/* turnstile: at most two of four are inside at once.
 *
 * Who leaves gives the place back by a load and a store: what is taken meanwhile is
 * forgotten, and a third comes in.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"

static atomic_int places = 2, inside;

static int enter(void)
{
	int left = LOAD(places, RLX);

	while (left > 0)
		if (CAS(places, left, left - 1, ACQ))
			return 1;
	return 0;
}

static void leave(void)
{
#ifdef FIXED
	ADD(places, 1, REL);
#else
	STORE(places, LOAD(places, RLX) + 1, REL);
#endif
}

static void *visitor(void *arg)
{
	for (int i = 0; i < 2; i++) {
		if (!enter())
			continue;
		assert(ADD(inside, 1, RLX) < 2);
		ADD(inside, -1, RLX);
		leave();
	}
	return arg;
}

int main(void)
{
	SPAWN(4, visitor);
	return 0;
}
