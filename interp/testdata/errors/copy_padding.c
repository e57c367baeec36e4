/* A structure is published word by word, by atomic accesses. The bytes of a word that belong to no member
 * were never written, which is an error only where they are used.
 *
 * all: completed
 * all: read of never-written memory of words at @load, allocated at @words, in main
 */
#include <assert.h>
#include <fencepost.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

struct letter {
	char kind;
	long size;
};
static _Atomic uint64_t /*@words*/ words[2];

int main(void)
{
	struct letter l;
	uint64_t copy[2];

	l.kind = 'x';
	l.size = 7;
	memcpy(copy, &l, sizeof l);
	for (int i = 0; i < 2; i++)
		atomic_store_explicit(&words[i], copy[i], memory_order_relaxed);
	for (int i = 0; i < 2; i++)
		copy[i] = atomic_load_explicit(&words[i], memory_order_relaxed);
	memcpy(&l, copy, sizeof l);
	assert(l.kind == 'x' && l.size == 7);
	if (nondet_range(0, 1)) {
		uint64_t first = /*@load*/ atomic_load_explicit(&words[0], memory_order_relaxed);
		if (first == 'x')
			return 1;
	}
	return 0;
}
