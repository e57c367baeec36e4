// Flexible array members with initialisers.
#include <assert.h>
#include <stdio.h>
struct list { int n; short items[]; };
struct text { char kind; char body[]; };
struct pair { long a, b; };
struct pairs { unsigned char n; struct pair p[]; };
static struct list three = { 3, { 10, 20, [3] = 40 } }, none = { 0 };
struct text hello = { 'h', "hello" };
static const struct pairs two = { 2, { { 1, 2 }, { .b = 4 } } };

int main(void)
{
	static struct list inner = { .items = { 7, 8 }, .n = 2 };
	assert(sizeof three == 4 && sizeof hello == 1 && none.n == 0);
	three.items[2] += 5;
	for (int i = 0; i < 4; i++)
		printf("%d ", three.items[i]);
	printf("%s %ld %ld %ld %d\n", hello.body, two.p[0].b, two.p[1].a, two.p[1].b, inner.items[1]);
	return 0;
}
