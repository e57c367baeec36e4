/* refcount: an object with three owners; the last to leave frees it.
 *
 * The decrement is relaxed, so the last does not know that the others are through.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define DROP ACQ_REL
#else
#define DROP RLX
#endif

struct object {
	atomic_int owners;
	int hits[3];
};
static struct object *o;

static void *owner(void *arg)
{
	o->hits[(long)arg]++;
	if (ADD(o->owners, -1, DROP) == 1) {
		int sum = o->hits[0] + o->hits[1] + o->hits[2];
		assert(sum == 3);
		free(o);
	}
	return NULL;
}

int main(void)
{
	o = malloc(sizeof *o);
	atomic_init(&o->owners, 3);
	for (int i = 0; i < 3; i++)
		o->hits[i] = 0;
	SPAWN(3, owner);
	return 0;
}
