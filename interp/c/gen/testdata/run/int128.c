// Integers of 128 bits as members.
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 wide;
struct pair {
	union {
		unsigned long half[2];
		__extension__ __int128 whole;
	};
};

int main(void)
{
	struct pair a = {{{1, 2}}}, b;
	b = a;
	printf("%zu %zu %lu %lu\n", sizeof(wide), _Alignof(struct pair), b.half[0], b.half[1]);
	return 0;
}
