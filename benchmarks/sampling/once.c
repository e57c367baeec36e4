/* once: two callers initialise a table on first use, a third only looks it up.
 *
 * The fast path does not acquire.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define FAST ACQ
#else
#define FAST RLX
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table[4];

static int lookup(int i)
{
	if (!LOAD(ready, FAST)) {
		pthread_mutex_lock(&lock);
		if (!LOAD(ready, RLX)) {
			for (int k = 0; k < 4; k++)
				table[k] = 7 * k;
			STORE(ready, 1, REL);
		}
		pthread_mutex_unlock(&lock);
	}
	return table[i];
}

static void *caller(void *arg)
{
	int i = (int)(long)arg + 1;

	if (i == 3 && !LOAD(ready, FAST))
		return NULL;
	assert(lookup(i) == 7 * i);
	return NULL;
}

int main(void)
{
	SPAWN(3, caller);
	return 0;
}
