#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct S { int a; struct S *next; const int k; };
struct T { int a; };
struct U;
int g;
const int gc = 1;
int arr[3];
void nothing(void) {}
int one(int x) { return x; }
int two(int x, int *p) { return x + *p; }

void names(void) {
	undeclared = 1;                      // ERROR "'undeclared' is not declared"
	g = unknown(1);                      // ERROR "'unknown' is used but not defined" WARNING "taken to return int"
	g = undeclared + nowhere;            // ERROR "'undeclared' is not declared"
	struct S s;
	s.b = 1;                             // ERROR "'struct S' has no member 'b'"
	g = arr.x;                           // ERROR "member 'x' of a value of type 'int\[3\]'"
	g = g.x;                             // ERROR "member 'x' of a value of type 'int'"
	g = s->a;                            // ERROR "'->' on a value of type 'struct S'"
	g = s.next.a;                        // ERROR "member 'a' of a value of type 'struct S \*'"
	struct U *u = 0;
	g = u->x;                            // ERROR "incomplete type 'struct U'"
	g = sizeof *u;                       // ERROR "incomplete type 'struct U'"
	g = sizeof(void);                    // ERROR "type 'void'"
}

void lvalues(void) {
	struct T s = {1}, *p = &s;
	struct S with = {0};
	const int c = 1;
	const int *pc = &c;
	int *const cp = &g;
	1 = 2;                               // ERROR "assigned to is no object"
	one(1) = 2;                          // ERROR "assigned to is no object"
	arr = 0;                             // ERROR "an array is assigned to"
	c = 2;                               // ERROR "'c' is const"
	gc++;                                // ERROR "'gc' is const"
	*pc = 1;                             // ERROR "'\*pc' is const"
	cp = 0;                              // ERROR "'cp' is const"
	*cp = 1;
	with = with;                         // ERROR "'with' is const"
	with.k = 1;                          // ERROR "'with.k' is const"
	(g)++;
	g++ ++;                              // ERROR "assigned to is no object"
	p = &1;                              // ERROR "the address of a value that is no object"
	p = &one(1);                         // ERROR "the address of a value that is no object"
	one = 0;                             // ERROR "assigned to is no object"
	(void)p;
}

void operators(void) {
	struct T s = {1};
	int *p = &g;
	char *q = 0;
	g = s + 1;                           // ERROR "'\+' on values of type 'struct T' and 'int'"
	g = !s;                              // ERROR "a value of type 'struct T' is used where a scalar is needed"
	g = -p;                              // ERROR "'-' on a value of type 'int \*'"
	g = ~p;                              // ERROR "'~' on a value of type 'int \*'"
	g = *g;                              // ERROR "'\*' on a value of type 'int', which is no pointer"
	g = p * 2;                           // ERROR "'\*' on values of type 'int \*' and 'int'"
	g = p + p;                           // ERROR "'\+' on values of type 'int \*' and 'int \*'"
	g = p - q;                           // ERROR "a difference of 'int \*' and 'char \*'"
	g = p << 1;                          // ERROR "a shift of 'int \*' by 'int'"
	g = p == 1;                          // WARNING "a comparison of 'int \*' and 'int'"
	g = p == q;                          // WARNING "a comparison of 'int \*' and 'char \*'"
	g = s == s;                          // ERROR "a comparison of 'struct T' and 'struct T'"
	g = p && s;                          // ERROR "where a scalar is needed"
	g = g ? s : 1;                       // ERROR "branches of a conditional"
	p = g ? p : q;                       // WARNING "branches of a conditional"
	g = g[1];                            // ERROR "neither array nor pointer"
	g = p[q];                            // ERROR "neither array nor pointer"
	g = (int)s;                          // ERROR "'struct T' cannot be converted to 'int'"
	s = (struct T)g;                     // ERROR "'int' cannot be converted to 'struct T'"
	p += p;                              // ERROR "'\+=' on values"
	s++;                                 // ERROR "'\+\+' on a value of type 'struct T'"
	g = nothing();                       // ERROR "a void value is used"
	g = 1 + nothing();                   // ERROR "a void value is used"
	g = *(void *)p;                      // ERROR "void"
	if (nothing()) g = 1;                // ERROR "a void value is used"
	while (s) g = 1;                     // ERROR "where a scalar is needed"
	switch (p) { case 0: ; }             // ERROR "not an integer"
	g = g();                             // ERROR "a value of type 'int' is called"
	g = _Generic(g, char: 1, long: 2);   // ERROR "no type of the generic selection matches 'int'"
}

void assignments(void) {
	struct S s;
	struct T t = {1};
	int *p = &g;
	char *c = 0;
	_Atomic int *ap = 0;
	s = t;                               // ERROR "assigned|incompatible|const"
	t = *(struct T *)&s;
	p = 1;                               // WARNING "pointer 'int \*' from integer 'int' without a cast"
	g = p;                               // WARNING "integer 'int' from pointer 'int \*' without a cast"
	p = c;                               // WARNING "incompatible pointer types 'int \*' and 'char \*'"
	p = ap;                              // WARNING "incompatible pointer types"
	p = &p;                              // WARNING "incompatible pointer types"
	g = t;                               // ERROR "incompatible types 'int' and 'struct T'"
	t = g;                               // ERROR "incompatible types 'struct T' and 'int'"
	int x = p;                           // WARNING "initialiser: integer 'int' from pointer"
	int *y = t;                          // ERROR "initialiser: incompatible types"
	void (*f)(int) = nothing;            // WARNING "incompatible pointer types"
	x = *y;
	f(1);
}

void calls(void) {
	void (*f)(int) = 0;
	one();                               // ERROR "too few arguments to function 'one': 0 instead of 1"
	one(1, 2);                           // ERROR "too many arguments to function 'one': 2 instead of 1"
	one("x");                            // WARNING "argument 1 of function 'one': integer 'int' from pointer"
	two(1, 2);                           // WARNING "argument 2 of function 'two': pointer 'int \*' from integer"
	f();                                 // ERROR "too few arguments to function"
	f(1, 2);                             // ERROR "too many arguments to function"
	nothing(nothing());                  // ERROR "too many arguments"
	one(nothing());                      // ERROR "void"
	malloc();                            // ERROR "too few arguments to function 'malloc'"
	memset(1, 2, 3);                     // WARNING "argument 1 of function 'memset'"
	printf("%*d%%%5.2lu|%-3c\n", 1, 2, 3ul, 'c');
}

void constants(void) {
	g = 08;                              // ERROR "invalid digit '8'"
	g = 1uu;                             // ERROR "invalid suffix 'uu'"
	g = 0x;                              // ERROR "no digits"
	g = 99999999999999999999;            // ERROR "too large"
	g = '\q';                            // ERROR "unknown escape"
	g = 'abcde';                         // ERROR "too long"
	g = '';                              // ERROR "empty character constant|character"
}

int main(void) { return 0; }
