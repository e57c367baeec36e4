// Integers of 128 bits: constants, arithmetic, conversions.
#include <stdio.h>
#include <stdint.h>
#include <stdbool.h>
#include <pthread.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
static u128 big = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
static i128 neg = -5;
static const i128 table[3] = {1, -1, (i128)1 << 100};
struct pair { int a; i128 b; char c; };
union halves { struct { uint64_t lo, hi; } s; u128 v; };
static void show(const char *name, u128 v)
{
	printf("%s %016llx%016llx\n", name, (unsigned long long)(v >> 64), (unsigned long long)v);
}
static u128 gcd(u128 a, u128 b) { while (b) { u128 t = a % b; a = b; b = t; } return a; }
static i128 both(i128 a, int n, u128 b) { return a * n + (i128)b; }
static void decimal(i128 v)
{
	char text[48]; int n = 0; bool minus = v < 0; u128 u = minus ? -(u128)v : (u128)v;
	do { text[n++] = '0' + (int)(u % 10); u /= 10; } while (u);
	if (minus) text[n++] = '-';
	while (n) putchar(text[--n]);
	putchar('\n');
}
int main(void)
{
	volatile int three = 3;
	volatile long huge = 0x7fffffffffffffff;
	volatile unsigned long uhuge = 0xffffffffffffffff;
	show("big", big); show("neg", neg); show("t2", table[2]); show("t1", table[1]);
	i128 a = huge; u128 b = uhuge;
	show("a*a", a * a); show("b*b", b * b); show("a+b", a + b); show("a-b", a - b);
	show("b<<3", b << three); show("b<<67", b << 67); show("neg>>1", neg >> 1); show("neg>>70", neg >> 70);
	show("bign>>", big >> 4); show("b/3", b * b / three); show("b%7", (b * b + 5) % 7);
	show("neg/2", neg / 2); show("neg%2", neg % 2); show("~", ~big); show("-", -big);
	show("&", big & b); show("|", big | b); show("^", big ^ (b << 32));
	printf("%d %d %d %d %d %d\n", a < b, neg < 0, (u128)neg < 1, neg <= -5, big > b, big >= big);
	printf("%d %d %d\n", neg == -5, neg != -5, !!big);
	if (big && !(big - big)) puts("truth");
	printf("%d %u %ld %d\n", (int)big, (unsigned)big, (long)neg, (bool)(big & ((u128)1 << 64)));
	printf("%d\n", (char)(big >> 8));
	i128 c = 0; for (int i = 0; i < 100; i++) { c += i; c *= 3; c -= 1; c ^= i; c <<= 1; } show("loop", c);
	c = 7; c++; ++c; c--; show("inc", c); show("post", c++); show("pre", --c);
	i128 e = ~(i128)0 >> 1; e = (i128)(((u128)1 << 127) - 1); show("max", e);
	long l = 10; l += (i128)1 << 64 | 5; printf("%ld\n", l);
	short s = 7; s *= (i128)3; printf("%d\n", s);
	show("gcd", gcd((u128)123456789012345ULL * 1000000007, (u128)987654321 * 1000000007));
	show("both", both(-3, 7, 1)); decimal(both((i128)1 << 120, -1, 3)); decimal(e);
	struct pair p = {1, neg, 'x'}, q = p; q.b -= 1; show("member", q.b);
	printf("%zu %zu %zu\n", sizeof(p), sizeof(a), _Alignof(i128));
	union halves h; h.s.lo = 1; h.s.hi = 2; show("union", h.v); h.v += h.v << 63; printf("%llx %llx\n", (unsigned long long)h.s.lo, (unsigned long long)h.s.hi);
	u128 arr[3] = {0}; arr[1] = big; arr[2] = arr[1] + arr[0]; u128 *ptr = arr; show("arr", *(ptr + 2)); show("arr", ptr[0]);
	double d = (double)big; printf("%.1f %.1f\n", d, (double)neg); show("trunc", (u128)1e30); show("trunc", (i128)-2.5);
	float f = (float)b; printf("%.1f\n", f);
	u128 x = three > 2 ? big : 0; show("cond", x); show("comma", (three++, b));
	printf("%d\n", (int)(sizeof(1 ? (i128)1 : 1ul)));
	u128 y = 5; y += uhuge; show("y", y); y = -1; show("-1", y); y = -1L; show("-1L", y); y = (unsigned)-1; show("u", y); y = uhuge; show("uh", y);
	_Static_assert((u128)-1 > 0 && (i128)1 << 70 > 5, "");
	i128 m = -9223372036854775807 - 1; show("m", m); show("-m", -m);
	m = (i128)(-9223372036854775807 - 1); show("-m", -(i128)(-9223372036854775807 - 1));
	return 0;
}
