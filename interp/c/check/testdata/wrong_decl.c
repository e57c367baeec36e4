#include <stdlib.h>

int a;
long a;                                  // ERROR "conflicting types for 'a'"
int b = 1;
int b = 2;                               // ERROR "redefinition of 'b'"
int f(void);
long f(void);                            // ERROR "conflicting types for 'f'"
int f(void) { return 1; }
int f(void) { return 2; }                // ERROR "redefinition of 'f'"
int f;                                   // ERROR "redefinition of 'f'"
typedef int I;
typedef int I;
typedef long I;                          // ERROR "redefinition of 'I'"
struct A { int x; };
struct A { int y; };                     // ERROR "redefinition of 'struct A'"
union A { int z; };                      // ERROR "declared as another kind of tag"
struct B { int x; long x; };             // ERROR "duplicate member 'x'"
struct C { int x; struct { int x; }; };  // ERROR "duplicate member 'x'"
struct D { struct D d; };                // ERROR "incomplete type 'struct D'"
struct E { void v; };                    // ERROR "void"
struct F { int f(void); };               // ERROR "member 'f' is a function"
struct G { int a[]; int b; };            // ERROR "not the last"
struct H { int a[]; };                   // ERROR "flexible array member in a struct without other members"
enum M { M1, M2, M1 };                   // ERROR "redefinition of 'M1'"
enum M { M3 };                           // ERROR "redefinition of 'enum M'"
int neg[-1];                             // ERROR "negative"
int huge[1 << 30];                       // ERROR "too large"
int huger[1ul << 62];                    // ERROR "too large"
int badsize["x"];                        // ERROR "not an integer"
struct Undefined u;                      // ERROR "incomplete type"
struct Undefined us[3];                  // ERROR "incomplete type 'struct Undefined'"
void v;                                  // ERROR "'v' has type 'void'"
int fa(void)[3];                         // ERROR "returns a function or an array"
int ff(void)(void);                      // ERROR "returns a function or an array"
int af[3](void);                         // ERROR "an array of functions"
int p1(int x, int x);                    // ERROR "redefinition of parameter 'x'"
int p2(void v);                          // ERROR "parameter of type 'void'"
int p3(int, void);                       // ERROR "parameter of type 'void'"
int p4(struct Undefined s) { return 0; } // ERROR "incomplete type 'struct Undefined'"
unsigned float uf;                       // ERROR "do not go together"
signed unsigned su;                      // ERROR "do not go together"
int long char ilc;                       // ERROR "do not go together"
static extern int se;                    // ERROR "more than one storage class"
auto int ai;                             // ERROR "storage class auto or register"
int;
_Atomic(int[3]) aa;                      // ERROR "_Atomic of the array or function"
_Static_assert(1 == 2, "never");         // ERROR "static assertion failed: .never"
_Static_assert(a, "a");                  // ERROR "is not a constant"
int notconst = f();                      // ERROR "the initialiser of 'notconst' is not a constant"
int notconst2 = a + 1;                   // ERROR "not a constant"
int many[2] = {1, 2, 3};                 // WARNING "too many values in the initialiser"
int scalar = {1, 2};                     // WARNING "too many values for a scalar"
struct A sa = {1, 2};                    // WARNING "too many values in the initialiser"
struct A sb = {.y = 1};                  // ERROR "'struct A' has no member 'y'"
struct A sc = {[0] = 1};                 // ERROR "an index designates a member"
struct A other, copy = other;            // ERROR "not a constant"
struct A sd = 1;                         // ERROR "incompatible types 'struct A' and 'int'"
int sf[2] = {[2] = 1};                   // ERROR "out of bounds"
int sg[2] = {.x = 1};                    // ERROR "a name designates an element"
int sh[2] = 1;                           // ERROR "an array is initialised by an expression"
char si[2] = "abc";                      // ERROR "too long for an array of 2"
int sj[] = {[-1] = 1};                   // ERROR "out of bounds"
implicit;                                // WARNING "has no type, taken as int"
fn(void) { return 0; }                   // WARNING "has no type, taken as int"
_Thread_local int tl;
int tl;                                  // ERROR "_Thread_local in one declaration"
_Alignas(3) int al;                      // ERROR "power of two"
int notype(int x) { return y; }          // ERROR "'y' is not declared"
int *addr = &undeclared;                 // ERROR "'undeclared' is not declared"
int tentative[];
static struct Late late;
struct Late { int x; };
static struct Never never;               // ERROR "incomplete type 'struct Never'"
void *malloc(int);                       // ERROR "conflicting types for 'malloc'"

int defined(int x) {
	int x;                               // ERROR "redefinition of 'x'"
	int y, y;                            // ERROR "redefinition of 'y'"
	{ int y; (void)y; }
	int n = 3;
	int vla[n] = { 1 };                  // ERROR "variable length and an initialiser"
	static int kept[n];                  // ERROR "variable length and is static"
	int open[];                          // ERROR "the length of array 'open' is missing"
	void nope;                           // ERROR "'nope' has type 'void'"
	extern int ext = 1;                  // ERROR "extern and has an initialiser"
	_Thread_local int t;                 // ERROR "_Thread_local in a block"
	int zero[0];
	struct A s = 5;                      // ERROR "incompatible types"
	static int st = n;                   // ERROR "not a constant"
	enum Fwd e;                          // ERROR "incomplete type 'enum Fwd'"
	vla[0] = open[0];
	return x;
}

int undefined(void);
extern int nowhere;
int main(void) {
	undefined();                         // ERROR "'undefined' is used but not defined"
	return nowhere;                      // ERROR "'nowhere' is used but not defined"
}
static void without(int a, *b) { }       // ERROR "a parameter without a type"
struct untyped { int a; b; };            // ERROR "a member without a type"
void loops(void) { for (static int i = 0; i < 3; i++) ; } // ERROR "a declaration of 'for'"
struct open_end { int n; int rest[]; };
static struct open_end several[2] = {
	{ 1, { 2 } },                        // ERROR "a flexible array member of an automatic object, or of a part"
};
void automatic(void) {
	struct open_end e = { 1, { 2 } };    // ERROR "a flexible array member of an automatic object"
}
