/* pipeline: three stages hand an item on by counters; a stage may look ahead at the first
 * counter when its own shows nothing yet.
 *
 * The look ahead does not acquire.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define AHEAD ACQ
#else
#define AHEAD RLX
#endif

static atomic_int made, refined;
static int raw[3], fine[3];

static void *run(void *arg)
{
	switch ((long)arg) {
	case 0:
		for (int i = 0; i < 3; i++) {
			raw[i] = i + 1;
			STORE(made, i + 1, REL);
		}
		break;
	case 1:
		for (int i = 0; i < 3 && LOAD(made, ACQ) > i; i++) {
			fine[i] = 2 * raw[i];
			STORE(refined, i + 1, REL);
		}
		break;
	default:
		for (int i = 0; i < 3; i++) {
			if (LOAD(refined, ACQ) > i)
				assert(fine[i] == 2 * (i + 1));
			else if (LOAD(made, AHEAD) > i)
				assert(raw[i] == i + 1);
		}
	}
	return NULL;
}

int main(void)
{
	SPAWN(3, run);
	return 0;
}
