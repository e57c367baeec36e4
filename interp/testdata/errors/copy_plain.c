/* A plain copy of what was never written is silent; its use is the error.
 *
 * all: completed
 * all: read of never-written memory of words at @branch, allocated at @words, in main
 * all: read of never-written memory at @heap, allocated at @new, in main
 */
#include <assert.h>
#include <fencepost.h>
#include <stdlib.h>

static void copy(char *to, const char *from, int n)
{
	while (n--)
		*to++ = *from++;
}

int main(void)
{
	int /*@words*/ words[4], more[4];
	char *block = /*@new*/ malloc(4), *other = malloc(4);

	words[1] = 7;
	for (int i = 0; i < 4; i++)
		more[i] = words[i];
	words[2] = more[2];
	block[1] = 1;
	copy(other, block, 4);
	copy(block, other, 4);
	switch (nondet_range(0, 2)) {
	case 0:
		if (/*@branch*/ words[2])
			return 1;
		return 1;
	case 1:
		return block/*@heap*/ [0];
	}
	assert(more[1] == 7 && other[1] == 1);
	free(block);
	free(other);
	return 0;
}
