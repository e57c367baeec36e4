#include <stdio.h>

double d;
float function(float x) { return x; }
long double ld;
__float128 quad;                         // UNSUPPORTED "type '__float128'"
_Complex double z;                       // UNSUPPORTED "complex"
__int128 wide;
struct Bits { int a : 3; int b; };
struct Real { double d; int i; };
struct Big { long a[14], b, c, d; };
struct None { };
_Atomic struct Big big;                  // UNSUPPORTED "136 bytes"
_Atomic struct None none;                // UNSUPPORTED "0 bytes"
int variadic(int n, ...) { return n; }
int rows(int n, int a[n][3]) { return a[1][2]; }
int square(int n, int a[n][n]) { return n; }
int target(int n, int (*a)[n]) { return n; }
int old(a) int a; { return a; }
struct __attribute__((scalar_storage_order("big-endian"))) P { char c; int i; };  // UNSUPPORTED "scalar_storage_order"
struct P p;
__asm__("nop");                          // UNSUPPORTED "assembly"
typedef __float128 Unused;
typedef __float128 Used;                   // UNSUPPORTED "type '__float128'"
Used *used;
extern __float128 sqrt128(__float128);
__float128 sin128(__float128);
__float128 cos128(__float128);               // UNSUPPORTED "type '__float128'"
double cos(double);
struct Harmless { int a; __float128 b; int c : 3; };
int harmless(struct Harmless *h);

int uses(struct Bits *s, struct Real *r) {
	int i = ({ 1.5; 2; });
	_Atomic double a;
	a += 1;                              // UNSUPPORTED "an update of the atomic floating object 'a'"
	d = 1;
	s->a = 1;
	s->b = 1;
	r->d = r->i;
	return cos(1) + cos128(1);
}

static inline void uncalled(void) { __asm__ volatile("cpuid"); }

int main(void) {
	int i = 1.5;
	int n = 3;
	int a[n];
	int nested(void) { return 1; }       // UNSUPPORTED "nested functions"
	i = nested();
	__asm__ volatile("cpuid");           // WARNING "if it is reached, .*assembly 'cpuid' is not supported"
	__asm__ volatile("" : "+r"(i));
	__asm__ goto("" : : : : here);       // WARNING "if it is reached, .*assembly that jumps is not supported"
	__asm__ volatile("" ::: "memory");
	i = __builtin_frob(1);               // UNSUPPORTED "'__builtin_frob' is not supported"
	void *l = &&here;
	goto *l;
here:
	printf("%f", 1.0);
	int r[4] = {[0 ... 3] = 1};
	printf("%2$s %1$d\n", n, "n");        // UNSUPPORTED "the number of an argument in a format of printf"
	return i ?: n;                       
}

struct Wide {
	unsigned __int128 low : 64;
	unsigned __int128 high : 96; // UNSUPPORTED "bit-fields of more than 64 bits are not supported"
};
struct Wide fields;
