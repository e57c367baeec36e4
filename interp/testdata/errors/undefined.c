/* Operations that C leaves undefined, one chosen in each execution.
 *
 * all: completed
 * all: overflow of a division at @div, in main
 * all: overflow of a division at @mod, in main
 * all: overflow of a division at @long, in main
 * all: shift out of range at @left, in main
 * all: shift out of range at @right, in main
 * all: shift out of range at @assign, in main
 * all: shift out of range at @wide, in main
 * all: write to read-only memory of fixed at @static, in poke < main
 * all: write to read-only memory of pair at @array, in main
 * all: write to read-only memory of local at @static, in poke < main
 * all: write to read-only memory of kept at @memset, in main
 * all: null pointer at @null, in main
 * all: out of bounds of first at @below, allocated at @first, in main
 */
#include <fencepost.h>
#include <limits.h>
#include <string.h>

static int /*@first*/ first;
static const int fixed = 1;
static const int pair[2] = {1, 2};
struct pair {
	int a, b;
};

static void poke(const int *p) { /*@static*/ *(int *)p = 2; }

int main(void)
{
	int least = INT_MIN, minus = -1, wide = 32;
	long low = LONG_MIN;
	unsigned char small = 1;
	const int local = 3;
	const struct pair kept = {1, 2};
	int *null = 0;

	switch (nondet_range(0, 13)) {
	case 0:
		return least /*@div*/ / minus;
	case 1:
		return least /*@mod*/ % minus;
	case 2:
		return low /*@long*/ / minus;
	case 3:
		return 1 /*@left*/ << wide;
	case 4:
		return 1 /*@right*/ >> minus;
	case 5:
		/*@assign*/ small <<= wide;
		return small;
	case 6:
		return low /*@wide*/ << 64;
	case 7:
		poke(&fixed);
		break;
	case 8:
		((int *)pair)/*@array*/ [1] = 3;
		break;
	case 9:
		poke(&local);
		break;
	case 10:
		/*@memset*/ memset((void *)&kept, 0, sizeof kept);
		break;
	case 11:
		return null/*@null*/ [-1];
	case 12:
		return (&first)/*@below*/ [-1];
	default: /* what is defined, and what gcc defines */
		least = INT_MAX;
		least++;
		return least != INT_MIN || -1 << 4 != -16 || 1u << 31 != 0x80000000u || 1L << wide != 0x100000000L ||
		       minus >> 31 != -1 || fixed + pair[1] + local + kept.b != 8;
	}
	return 0;
}
