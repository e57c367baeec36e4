#include <assert.h>
#include <stdatomic.h>

struct pair { int a; long b; };

#define TEN(n) int n##0 = a + 0, n##1 = a + 1, n##2 = a + 2, n##3 = a + 3, n##4 = a + 4, \
		   n##5 = a + 5, n##6 = a + 6, n##7 = a + 7, n##8 = a + 8, n##9 = a + 9;
#define HUNDRED(n) TEN(n##0) TEN(n##1) TEN(n##2) TEN(n##3) TEN(n##4) \
		   TEN(n##5) TEN(n##6) TEN(n##7) TEN(n##8) TEN(n##9)

static int add(int *p, int n) { return *p + n; }

/* More locals than registers. */
static int crowd(int a)
{
	int undefined;
	HUNDRED(p)
	HUNDRED(q)
	int big[3] = { 1, 2, 3 };
	p00 += q99;
	q99++;
	q98 += p11 = 3;
	int *r = &q97;
	*r = 4;
	atomic_int z = 4;
	z++;
	struct pair one = { a, 3 }, two;
	two = one;
	two.b *= 2;
	for (int i = 0; i < 3; i++) {
		int fresh = i;
		big[i] += q99;
		q99 ^= fresh;
		undefined = fresh;
	}
	int wanted = 9;
	if (!atomic_compare_exchange_strong(&z, &wanted, 10))
		assert(wanted == 5);
	assert(atomic_compare_exchange_strong(&z, &wanted, 6) && z == 6);
	return p00 + q99 + big[2] + q98 + add(&q97, 1) + p11 + z + two.b + undefined;
}

int main(int argc, char **argv)
{
	assert(argc == 1 && argv[0][0] != 0 && argv[1] == 0);
	assert(crowd(10) == 29 + 23 + 24 + 21 + 5 + 3 + 6 + 6 + 2);
	return 0;
}
