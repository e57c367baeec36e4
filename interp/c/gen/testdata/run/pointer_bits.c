// GCC's operations on bits take pointers, too.
#include <stdio.h>

int main(void)
{
	static long cell[4];
	void *p = cell, *q;
	q = __sync_fetch_and_or(&p, 5);
	printf("%d %ld\n", q == cell, (long)p - (long)cell);
	q = __sync_fetch_and_and(&p, (void *)~4ul);
	printf("%ld %ld\n", (long)q - (long)cell, (long)p - (long)cell);
	q = __atomic_fetch_xor(&p, 3, __ATOMIC_RELAXED);
	printf("%ld %ld\n", (long)q - (long)cell, (long)p - (long)cell);
	__sync_fetch_and_add(&p, (void *)6);
	printf("%ld\n", (long)p - (long)cell);
	return 0;
}
