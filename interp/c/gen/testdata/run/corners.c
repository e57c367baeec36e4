/* Corners of the library and of initialisers, as gcc has them. */
#include <assert.h>
#include <stdio.h>

struct none {
};
struct around {
	int a;
	struct none e;
	int b;
};

static struct around one = {1, 2}, two[2] = {1, 2, 3, 4};

int main(void)
{
	assert(one.a == 1 && one.b == 0);
	assert(two[0].a == 1 && two[0].b == 3 && two[1].a == 4 && two[1].b == 0);

	assert(printf("%.0d", 0) == 0);
	assert(printf("%+.0d", 0) == 1);
	assert(printf("%3.0d", 0) == 3);
	assert(printf("%#o", 0) == 1);
	assert(printf("%#.0o", 0) == 1);
	assert(printf("%#o", 8) == 3);
	assert(printf("%#.3o", 9) == 3);
	assert(printf("%#.0x", 0) == 0);
	assert(printf("%05d", -3) == 5);
	return 0;
}
