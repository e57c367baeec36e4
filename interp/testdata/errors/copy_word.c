/* A member that was never written is copied by atomic accesses, through a variable and to another. That is
 * no error; what nobody stored is one.
 *
 * all: completed
 * all: read of never-written memory at @load, allocated at @new, in main
 */
#include <fencepost.h>
#include <stdatomic.h>
#include <stdlib.h>

struct entry {
	long key, length;
};
static atomic_long key, length;

static void put(const struct entry *e)
{
	atomic_store_explicit(&length, e->length, memory_order_relaxed);
	atomic_store_explicit(&key, e->key, memory_order_release);
}

int main(void)
{
	struct entry e, copy;
	atomic_long *unset = /*@new*/ malloc(sizeof *unset);

	e.key = 1;
	put(&e);
	copy.key = atomic_load(&key);
	copy.length = atomic_load(&length);
	put(&copy);
	if (nondet_range(0, 1))
		(void)/*@load*/ atomic_load(unset);
	free(unset);
	return copy.key - 1;
}
