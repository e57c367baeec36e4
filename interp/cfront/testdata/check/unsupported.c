#include <stdio.h>

double d;                                // UNSUPPORTED "floating types"
float function(float x) { return x; }    // UNSUPPORTED "floating types"
long double ld;                          // UNSUPPORTED "floating types"
_Complex double z;                       // UNSUPPORTED "complex"
__int128 wide;                           // UNSUPPORTED "128-bit"
struct Bits { int a : 3; int b; };       // UNSUPPORTED "bit-fields"
struct Real { double d; int i; };        // UNSUPPORTED "floating types"
struct Big { long a, b; };
struct Three { char a, b, c; };
_Atomic struct Big big;                  // UNSUPPORTED "16 bytes"
_Atomic struct Three three;              // UNSUPPORTED "3 bytes"
int variadic(int n, ...) { return n; }   // UNSUPPORTED "variadic"
int old(a) int a; { return a; }          // UNSUPPORTED "without parameter types"
struct __attribute__((packed)) P { char c; int i; };  // UNSUPPORTED "packed"
__asm__("nop");                          // UNSUPPORTED "assembly"

int uses(struct Bits *s, struct Real *r) {
	d = 1;
	s->a = 1;
	s->b = 1;
	r->d = r->i;
	return function(1);
}

int main(void) {
	int i = 1.5;                         // UNSUPPORTED "floating constants"
	int n = 3;
	int a[n];                            // UNSUPPORTED "variable length"
	int nested(void) { return 1; }       // UNSUPPORTED "nested functions"
	__asm__ volatile("nop");             // UNSUPPORTED "assembly"
	void *l = &&here;                    // UNSUPPORTED "addresses of labels"
	goto *l;                             // UNSUPPORTED "computed goto"
here:
	printf("%f", 1);                     // UNSUPPORTED "floating conversions"
	int r[4] = {[0 ... 3] = 1};          // UNSUPPORTED "ranges"
	return i ?: n;                       // UNSUPPORTED "without its middle"
}
