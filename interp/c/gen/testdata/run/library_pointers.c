// Pointers to library functions, objects without a size, and what compilers only warn about.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct empty {};
static int none[0];

static void *(*const allocate)(size_t) = malloc;
static void (*release)(void *) = free;

struct methods {
	void *(*get)(size_t, size_t);
	void (*put)(void *);
};

static void *twice(void *(*get)(size_t, size_t), size_t n) { return get(2, n); }

int main(void)
{
	struct methods m = {calloc, free};
	struct empty e;
	char *p = allocate(8), *q = m.get(4, 2), *r = twice(calloc, 3), *end;
	int x = later(4);
	(void)e;
	strcpy(p, "seven");
	printf("%s %d %d %d %zu\n", p, q[7], r[5], x, sizeof none);
	release(p);
	m.put(q);
	free(r);
	double d = strtod("2.5e2x", &end);
	printf("%g %g %g %s\n", d, atof("-0.125"), strtod(" 7", NULL), end);
	p = strndup("abcdef", 3);
	printf("%s\n", p);
	free(p);
	return 0;
}

int later(int x) { return 2 * x; }
