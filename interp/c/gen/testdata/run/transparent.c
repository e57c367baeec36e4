// A transparent union takes what its members are.
#include <stddef.h>
#include <stdio.h>
struct plain { int n; };
struct locked { struct plain p; int lock; };
typedef union {
	struct plain *p;
	struct locked *l;
} either __attribute__((transparent_union));
static int count(either e) { return e.p ? ++e.p->n : -1; }
static int stored(union __attribute__((transparent_union)) { int *i; const char *s; } u) { return *u.i; }

int main(void)
{
	struct plain a = { 1 };
	struct locked b = { { 10 }, 0 };
	either e = { .l = &b };
	int x = 7;
	printf("%d ", count(&a));
	printf("%d ", count(&b));
	printf("%d ", count(e));
	printf("%d %d\n", count(NULL), stored(&x));
	return 0;
}
