/* Operations on bits, of integers of so many bits. */

long __fp_ctpop(unsigned long x, long bits)
{
	long n = 0;
	for (; x; x &= x - 1)
		n++;
	return n;
}

long __fp_ctlz(unsigned long x, long undefined, long bits)
{
	long n = 0;
	for (long k = bits - 1; k >= 0 && !(x >> k & 1); k--)
		n++;
	return n;
}

long __fp_cttz(unsigned long x, long undefined, long bits)
{
	long n = 0;
	for (; n < bits && !(x >> n & 1); n++)
		;
	return n;
}

unsigned long __fp_bswap(unsigned long x, long bits)
{
	unsigned long y = 0;
	for (long k = 0; k < bits; k += 8)
		y = y << 8 | (x >> k & 0xff);
	return y;
}

unsigned long __fp_bitreverse(unsigned long x, long bits)
{
	unsigned long y = 0;
	for (long k = 0; k < bits; k++)
		y = y << 1 | (x >> k & 1);
	return y;
}

unsigned long __fp_fshl(unsigned long x, unsigned long y, unsigned long n, long bits)
{
	n %= bits;
	return n ? x << n | y >> (bits - n) : x;
}

unsigned long __fp_fshr(unsigned long x, unsigned long y, unsigned long n, long bits)
{
	n %= bits;
	return n ? x << (bits - n) | y >> n : y;
}

unsigned long __fp_uadd_sat(unsigned long x, unsigned long y, long bits)
{
	unsigned long most = bits == 64 ? ~0ul : (1ul << bits) - 1;
	return x > most - y ? most : x + y;
}

unsigned long __fp_usub_sat(unsigned long x, unsigned long y, long bits)
{
	return x > y ? x - y : 0;
}
