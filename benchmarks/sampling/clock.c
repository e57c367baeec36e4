/* clock: a ticker counts seconds and minutes, in two variables; a reader takes the
 * minutes twice and the seconds between.
 *
 * The second look may see the old minutes though the seconds are new.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define SECONDS ACQ
#define PUT REL
#else
#define SECONDS RLX
#define PUT RLX
#endif

enum { LAST = 6, MINUTE = 3 };
static atomic_int minutes, seconds;

static void *ticker(void *arg)
{
	for (int i = 1; i <= LAST; i++) {
		if (i % MINUTE == 0)
			STORE(minutes, i / MINUTE, RLX);
		STORE(seconds, i, PUT);
	}
	return arg;
}

static void *reader(void *arg)
{
	int before = LOAD(minutes, ACQ), now = LOAD(seconds, SECONDS), after = LOAD(minutes, ACQ);

	if (before == after && now >= LAST)
		assert(after == LAST / MINUTE);
	return arg;
}

static void *run(void *arg) { return arg ? reader(arg) : ticker(arg); }

int main(void)
{
	SPAWN(3, run);
	return 0;
}
