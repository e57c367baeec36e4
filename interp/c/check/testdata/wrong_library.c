// A program may declare library functions itself.
#include <ctype.h>
void *malloc();
void free(void *);
void *calloc(unsigned long);
void *memset(void *p, int c);
struct S { int a; } s;
extern void abort(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int condition);
int isdigit(int c) { return c == 'x'; }
int unknown(int);
int later();
int printf();

int main(void) {
	void *p = malloc(4);
	p = malloc();                        // ERROR "wrong number of arguments to library function 'malloc'"
	p = malloc(s);                       // ERROR "argument 1 of library function 'malloc' has type 'struct S'"
	p = calloc(1);                       // ERROR "wrong number of arguments to library function 'calloc'"
	p = memset(p, 1);                    // ERROR "wrong number of arguments to library function 'memset'"
	printf();                            // ERROR "wrong number of arguments to library function 'printf'"
	printf("%d", 1);
	free(p);
	__VERIFIER_assume(p != 0);
	__VERIFIER_assert(isdigit('x'));
	unknown(1);                          // ERROR "'unknown' is used but not defined"
	later(1, 2);
	later(1);                            // ERROR "1 arguments to function 'later', which has 2 parameters"
	later(1, s);                         // ERROR "argument 2 of function 'later': incompatible types 'long' and 'struct S'"
	void (*f)(void) = abort;             
	f();
	return 0;
}

int later(int a, long b) { return a + b; }
