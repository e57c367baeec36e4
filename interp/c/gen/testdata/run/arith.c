#include <assert.h>
#include <limits.h>
#include <stdint.h>

static int zero;
static unsigned uzero;

/* Keep the compiler from folding. */
static int i(int x) { return x + zero; }
static unsigned u(unsigned x) { return x + uzero; }
static long l(long x) { return x + zero; }
static unsigned long ul(unsigned long x) { return x + uzero; }

int main(void)
{
	/* Conversions. */
	assert((char)i(300) == 44);
	assert((signed char)i(200) == -56);
	assert((unsigned char)i(-1) == 255);
	assert((short)i(70000) == 4464);
	assert((unsigned short)i(-2) == 65534);
	assert((unsigned)i(-1) == UINT_MAX);
	assert((long)i(-1) == -1L);
	assert((unsigned long)i(-1) == ULONG_MAX);
	assert((unsigned long)u(UINT_MAX) == 4294967295UL);
	assert((int)u(4294967295u) == -1);
	assert((int)l(0x1fffffffeL) == -2);
	assert((unsigned)l(-1) == UINT_MAX);
	assert((_Bool)i(256) == 1 && (_Bool)l(1L << 40) == 1 && (_Bool)i(0) == 0);
	assert((int)(signed char)(unsigned char)i(128) == -128);
	assert((unsigned)(signed char)i(-1) == UINT_MAX);
	assert((unsigned short)(signed char)i(-1) == 65535);
	assert((long)(unsigned short)i(-1) == 65535);

	/* Usual conversions. */
	assert(i(-1) > u(0));
	assert(!(i(-1) < u(0)));
	assert(l(-1) < (long)u(1));
	assert((unsigned char)i(255) + (unsigned char)i(1) == 256);
	unsigned char c = i(255);
	c++;
	assert(c == 0);
	c -= 1;
	assert(c == 255);
	c = c << 1;
	assert(c == 254);
	c >>= 1;
	assert(c == 127);
	signed char s = i(127);
	s += 1;
	assert(s == -128);
	s = -s;
	assert(s == -128);
	short h = i(32767);
	assert(h++ == 32767);
	assert(h == -32768);

	/* Wrapping. */
	assert(u(UINT_MAX) + u(1) == 0);
	assert(u(0) - u(1) == UINT_MAX);
	assert(u(65536) * u(65536) == 0);
	assert(-u(1) == UINT_MAX);
	assert(~u(0) == UINT_MAX);
	assert(~i(0) == -1);
	assert(ul(0) - 1 == ULONG_MAX);
	assert(ul(ULONG_MAX) * ul(ULONG_MAX) == 1);
	unsigned w = u(0);
	w--;
	assert(w == UINT_MAX);
	w += 2;
	assert(w == 1);
	w -= 2u;
	assert(w > 5);

	/* Division, shifts. */
	assert(i(-7) / i(2) == -3 && i(-7) % i(2) == -1);
	assert(i(7) / i(-2) == -3 && i(7) % i(-2) == 1);
	assert(u(UINT_MAX) / u(2) == 2147483647u && u(UINT_MAX) % u(10) == 5);
	assert(ul(ULONG_MAX) / ul(10) == 1844674407370955161UL && ul(ULONG_MAX) % 10 == 5);
	assert(i(-8) >> i(1) == -4);
	assert(u(0x80000000u) >> i(31) == 1);
	assert(u(1) << i(31) == 0x80000000u);
	assert(u(3) << i(31) == 0x80000000u);
	assert(i(1) << i(30) == 1073741824);
	assert(l(1) << i(40) == 1099511627776L);
	assert(ul(1) << i(63) == 9223372036854775808UL);
	assert(l(-1) >> i(63) == -1);
	assert((i(0x0f) & i(0x3c)) == 0x0c && (i(0x0f) | i(0x30)) == 0x3f && (i(0x0f) ^ i(0x3c)) == 0x33);
	assert(i(INT_MIN) + i(-1) < 0 || 1);
	assert(i(INT_MAX) == 2147483647 && i(INT_MIN) == -2147483647 - 1);

	/* Comparisons. */
	assert(u(UINT_MAX) > u(1) && ul(ULONG_MAX) > ul(1) && i(-1) < i(1));
	assert((i(3) < i(4)) + (i(4) <= i(4)) + (i(5) > i(4)) + (i(4) >= i(4)) + (i(4) == i(4)) + (i(4) != i(5)) == 6);
	assert(!(i(4) < i(4)) && !(i(5) <= i(4)) && !(i(4) > i(4)) && !(i(3) >= i(4)));

	/* Logic and conditions. */
	int n = 0;
	assert((i(0) && ++n) == 0 && n == 0);
	assert((i(1) || ++n) == 1 && n == 0);
	assert((i(1) && ++n) == 1 && n == 1);
	int v = i(0) || i(2);
	assert(v == 1);
	v = !v && i(1);
	assert(v == 0);
	v = i(1) ? i(0) ? 1 : 2 : 3;
	assert(v == 2);
	v = v > 1 ? v + 1 : v;
	assert(v == 3);
	v = (n++, n + v);
	assert(v == 5 && n == 2);
	int64_t big = i(1) ? -1 : u(1);
	assert(big == 4294967295L);
	_Bool b = i(2);
	b += 1;
	assert(b == 1);
	b--;
	assert(b == 0);
	b ^= 1;
	assert(b);
	enum colour { red, green = -3, blue } e = green;
	e++;
	assert(e == -2);
	int chain, second;
	chain = second = i(300) & (unsigned char)0xff;
	assert(chain == 44 && second == 44);
	signed char narrow;
	int wide = narrow = i(511);
	assert(wide == -1 && narrow == -1);
	return 0;
}
