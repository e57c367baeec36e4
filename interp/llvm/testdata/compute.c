/* Arithmetic of all kinds, by one thread: what is printed is compared. */
#include <stdio.h>
#include <string.h>

struct pair { long first; int second; };
union both { float f; unsigned u; };

static struct pair swap(struct pair p) { return (struct pair){p.second, (int)p.first}; }

static int collatz(unsigned n)
{
	int steps = 0;
	for (; n != 1; steps++)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return steps;
}

static const char *name(int k)
{
	switch (k) {
	case -1: return "minus one";
	case 0: return "zero";
	case 5: case 6: return "five or six";
	case 1 << 20: return "a million";
	default: return "other";
	}
}

int main(void)
{
	signed char c = 127;
	c++;
	unsigned short s = 0;
	s--;
	struct pair p = swap((struct pair){1l << 33 | 7, -2});
	union both u = {.f = 1.5f};
	__int128 wide = (__int128)1 << 100;
	wide = wide / 3 + c;
	char text[8];
	memset(text, 'x', sizeof text);
	memcpy(text, "abc", 4);
	int a[3][2] = {{1, 2}, {3}};
	double d = -7.25;
	volatile int zero = 0;
	printf("%d %d %ld %d %x %ld %s\n", c, s, p.first, p.second, u.u, (long)(wide >> 64), text);
	printf("%d %s %s %s %s\n", collatz(27), name(-1), name(6), name(1 << 20), name(7));
	printf("%d %d %u %ld\n", a[1][0] + a[zero][1], (int)d, (unsigned)(d + 100), (long)(d * 4));
	printf("%d %d %d %d\n", -7 / 2, -7 % 2, -7 >> 1, (int)(4000000000u >> 1));
	printf("%d %d\n", d < zero, (float)d != d);
	printf("%d %d %d\n", __builtin_popcount(0xf0f0), __builtin_clz(1), __builtin_ctzl(1l << 40));
	return 0;
}
