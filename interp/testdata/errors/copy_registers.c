/* Never-written values pass through locals, initialisers, arguments and results; what
 * is computed from them was never written either. Each use is the error, at the read.
 *
 * all: completed
 * all: read of never-written memory at @branch, allocated at @new, in main
 * all: read of never-written memory at @again, allocated at @new2, in main
 * all: read of never-written memory of flags at @bool, allocated at @flags, in main
 * all: read of never-written memory at @result, allocated at @new, in get < main
 */
#include <assert.h>
#include <fencepost.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int table[4];

static int get(const int *p)
{
	int v = /*@result*/ *p;
	return v;
}

static int pick(int x, int y, int first) { return first ? x : y; }

int main(void)
{
	struct {
		bool a, b;
	} /*@flags*/ flags, moved;
	int *p = /*@new*/ malloc(4 * sizeof *p), *q = /*@new2*/ malloc(4 * sizeof *q);

	p[1] = 5;
	for (int i = 0; i < 4; i++) {
		int tmp = p[i];
		q[i] = tmp;
	}
	int t = q[0];
	q[0] = q[1];
	q[1] = t;
	assert(q[0] == 5);
	q[2] = pick(get(p), 3, 1) + 1;
	q[3] = pick(get(p + 2), 3, 0);
	assert(q[3] == 3);
	flags.a = true;
	moved = flags;
	bool b = moved.b;
	moved.a = b;
	switch (nondet_range(0, 4)) {
	case 0: {
		int x = p/*@branch*/ [2];
		x += 2;
		if (x == 7)
			table[0] = 1;
		return 0;
	}
	case 1: {
		int x = q/*@again*/ [2];
		return table[x];
	}
	case 2:
		b = flags./*@bool*/ b;
		assert(!b);
		return 0;
	case 3:
		while (get(p + 3))
			;
		return 0;
	}
	memset(&flags, 0, sizeof flags);
	assert(!flags.a && !flags.b);
	q = realloc(q, 8 * sizeof *q);
	assert(q[0] == 5);
	free(p);
	free(q);
	return 0;
}
