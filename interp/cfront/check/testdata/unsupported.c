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
int rows(int n, int a[n][3]) { return a[1][2]; }
int square(int n, int a[n][n]) { return n; }   // UNSUPPORTED "variable length"
int target(int n, int (*a)[n]) { return n; }   // UNSUPPORTED "variable length"
int old(a) int a; { return a; }          // UNSUPPORTED "without parameter types"
struct __attribute__((packed)) P { char c; int i; };  // UNSUPPORTED "packed"
struct P p;
__asm__("nop");                          // UNSUPPORTED "assembly"
typedef double Unused;
typedef double Used;                     // UNSUPPORTED "floating types"
Used *used;
extern double sqrt(double);
double sin(double);
double cos(double);                      // UNSUPPORTED "floating types"
struct Harmless { int a; long double b; int c : 3; };
int harmless(struct Harmless *h);

int uses(struct Bits *s, struct Real *r) {
	int i = ({ 1.5; 2; });               // UNSUPPORTED "floating constants"
	d = 1;
	s->a = 1;
	s->b = 1;
	r->d = r->i;
	i = ({ 1.5; 2; });                   // UNSUPPORTED "floating constants"
	return cos(1);
}

int atexit(void (*f)(void));
static void abort_at_exit(void) { atexit(0); }  // UNSUPPORTED "'atexit' is not supported"
int main(void) {
	int i = 1.5;                         // UNSUPPORTED "floating constants"
	int n = 3;
	int a[n];                            // UNSUPPORTED "variable length"
	int nested(void) { return 1; }       // UNSUPPORTED "nested functions"
	i = nested();
	__asm__ volatile("cpuid");           // UNSUPPORTED "assembly 'cpuid'"
	__asm__ volatile("" : "+r"(i));
	__asm__ goto("" : : : : here);       // UNSUPPORTED "assembly"
	__asm__ volatile("" ::: "memory");
	i = __builtin_frob(1);               // UNSUPPORTED "'__builtin_frob' is not supported"
	void *l = &&here;                    // UNSUPPORTED "addresses of labels"
	goto *l;                             // UNSUPPORTED "computed goto"
here:
	abort_at_exit();
	printf("%f", 1);                     // UNSUPPORTED "floating conversions"
	int r[4] = {[0 ... 3] = 1};
	return i ?: n;                       
}
