/* Copying what was never written is silent; reading the copy is not. memcpy,
 * memmove, struct assignment and realloc keep what was written.
 *
 * all: read of never-written memory of c at @use, allocated at @def, in main
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
	int a, b;
};

static struct pair /*@def*/ c, d;

int main(void)
{
	struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);

	p->a = 5;
	memcpy(q, p, sizeof *p);
	assert(q->a == 5);
	memmove(&q->b, &p->b, sizeof p->b);
	d = *q;
	assert(d.a == 5);
	q = realloc(q, 2 * sizeof *q);
	assert(q[0].a == 5);
	c = q[0];
	assert(c.a == 5);
	return c./*@use*/ b;
}
