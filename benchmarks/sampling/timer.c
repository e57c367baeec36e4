/* timer: a timer fires or is cancelled, whoever moves it on first; it is armed anew by who
 * cancels it.
 *
 * Arming anew while the callback still runs lets it run twice at once.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"

enum { ARMED, FIRING, CANCELLED };
static atomic_int state, running, fired;

static void fire(void)
{
	int was = ARMED;

	if (!CAS(state, was, FIRING, ACQ_REL))
		return;
	assert(ADD(running, 1, ACQ) == 0);
	ADD(fired, 1, RLX);
	ADD(running, -1, REL);
#ifdef FIXED
	was = FIRING;
	CAS(state, was, ARMED, ACQ_REL);
#endif
}

static void cancel(void)
{
	int was = ARMED;

	if (CAS(state, was, CANCELLED, ACQ_REL)) {
		STORE(state, ARMED, REL);
		return;
	}
#ifndef FIXED
	if (was == FIRING && LOAD(fired, RLX))
		STORE(state, ARMED, REL);
#endif
}

static void *run(void *arg)
{
	switch ((long)arg) {
	case 0:
	case 1:
		fire();
		break;
	default:
		cancel();
		cancel();
	}
	return NULL;
}

int main(void)
{
	SPAWN(3, run);
	return 0;
}
