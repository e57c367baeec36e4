// Types, layouts and constants. GCC agrees with every assertion.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHECK(e) _Static_assert(e, #e)
#define SAME(e, t) _Static_assert(_Generic((e), t: 1, default: 0), #e " is " #t)

CHECK(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8);
CHECK(sizeof(long long) == 8 && sizeof(_Bool) == 1 && sizeof(void *) == 8 && sizeof(size_t) == 8);
CHECK(_Alignof(short) == 2 && _Alignof(long) == 8 && _Alignof(char[3]) == 1);
CHECK((char)-1 < 0 && (unsigned char)-1 == 255 && (signed char)200 == -56);

struct A { char c; int i; char d; };
struct B { char c; struct A a; short s; };
struct C { char c; long l; };
union U { char c[9]; long l; };
struct N { int x; struct { int y; union { int z; char w; }; }; int v; };
struct F { int n; char data[]; };
struct G { char c; long tail[]; };
struct Aligned { char c; _Alignas(16) char d; };
struct Padded { int x; } __attribute__((aligned(64)));
struct E {};
CHECK(sizeof(struct A) == 12 && offsetof(struct A, i) == 4 && offsetof(struct A, d) == 8);
CHECK(sizeof(struct B) == 20 && offsetof(struct B, a) == 4 && offsetof(struct B, a.d) == 12 && offsetof(struct B, s) == 16);
CHECK(sizeof(struct C) == 16 && _Alignof(struct C) == 8);
CHECK(sizeof(union U) == 16 && offsetof(union U, c[3]) == 3);
CHECK(offsetof(struct N, y) == 4 && offsetof(struct N, w) == 8 && offsetof(struct N, v) == 12);
CHECK(sizeof(struct F) == 4 && offsetof(struct F, data) == 4);
CHECK(sizeof(struct G) == 8 && offsetof(struct G, tail) == 8);
CHECK(sizeof(struct Aligned) == 32 && offsetof(struct Aligned, d) == 16);
CHECK(sizeof(struct Padded) == 64 && _Alignof(struct Padded) == 64);
CHECK(sizeof(struct E) == 0);

struct P { int x, y; };
struct HasAtomic { char c; _Atomic struct P p; };
CHECK(sizeof(_Atomic struct P) == 8 && _Alignof(_Atomic struct P) == 8);
CHECK(sizeof(struct HasAtomic) == 16);
CHECK(sizeof(atomic_int) == 4 && sizeof(atomic_flag) == 1 && sizeof(_Atomic(int *)) == 8);

enum Small { S0, S1, S2 = 10, S3 };
enum Signed { M1 = -1, M2 };
enum Wide { W0 = 1L << 40 };
CHECK(S1 == 1 && S3 == 11 && M2 == 0);
CHECK(sizeof(enum Small) == 4 && sizeof(enum Signed) == 4 && sizeof(enum Wide) == 8);
CHECK((enum Small)-1 > 0 && (enum Signed)-1 < 0);
SAME(S1, int);
SAME((enum Small)0, unsigned);
SAME(+(enum Signed)0, int);

SAME(1, int);
SAME(1u, unsigned);
SAME(2147483647, int);
SAME(2147483648, long);
SAME(0x7fffffff, int);
SAME(0x80000000, unsigned);
SAME(0xffffffffff, long);
SAME(0xffffffffffffffff, unsigned long);
SAME(1ll, long long);
SAME(1ull, unsigned long long);
SAME(1lu, unsigned long);
SAME('a', int);
SAME(L'a', int);
SAME(sizeof 1, unsigned long);
SAME((char)1 + (char)1, int);
SAME((short)1 + 1u, unsigned);
SAME(1 + 1l, long);
SAME(1u + 1l, long);
SAME(1ul + 1ll, unsigned long long);
SAME(1l + 1ll, long long);
SAME((const volatile unsigned long)1 + (const long long)1, unsigned long long);
SAME(1 ? 1 : 1u, unsigned);
SAME(1 << 1l, int);
SAME((_Bool)1 + (_Bool)1, int);
SAME(!1l, int);
SAME(1l == 1l, int);
SAME(~(unsigned char)0, int);
SAME((int *)0 - (int *)0, long);
SAME(1 ? (int *)0 : 0, int *);
SAME(1 ? (int *)0 : (void *)0, int *);
SAME(1 ? (const int *)0 : (int *)0, const int *);
SAME("abc", char *);
SAME(&"abc", char(*)[4]);
SAME((const int)1, int);
SAME(_Generic(1, int: 1l, default: 1), long);

CHECK(0b101 == 5 && 017 == 15 && 0xfF == 255);
CHECK('\n' == 10 && '\0' == 0 && '\x41' == 'A' && '\101' == 'A' && '\377' == -1 && '\\' == 92 && '\'' == 39);
CHECK('ab' == 'a' * 256 + 'b' && L'\u00e4' == 0xe4 && sizeof "\u00e4" == 3);
CHECK(sizeof "a" "bc" == 4 && sizeof "\x1" "2" == 3 && sizeof "\0" "1" == 3 && sizeof L"ab" == 12);
CHECK(-1 >> 1 == -1 && -1u >> 31 == 1 && -7 / 2 == -3 && -7 % 2 == -1 && 7 % -2 == 1);
CHECK(-1 < 0 && !(-1 < 0u) && -1l < 1u && !(-1l < 1ul));
CHECK((unsigned char)300 == 44 && (short)40000 == -25536 && (_Bool)256 == 1 && (_Bool)0 == 0);
CHECK((int)4294967297 == 1 && (unsigned)-1 == 0xffffffff && (long)(unsigned)-1 == 4294967295);
CHECK((1 ? 2 : 1 / 0) == 2 && (0 && 1 / 0) == 0 && (1 || 1 / 0) == 1);
CHECK(2147483647 + 1u == 0x80000000 && 0u - 1 == 0xffffffff);
CHECK(INT32_MAX == 2147483647 && INT64_MIN < 0 && UINT64_MAX > 0 && SIZE_MAX == -1ul);

int array[] = {1, 2, 3};
int sparse[] = {[5] = 1, 2, [1] = 3};
int nested[][2] = {1, 2, {3}, 4};
char text[] = "hello";
char exact[5] = "hello";
char braced[] = {"hi"};
int wide[] = {L'a', [3] = 1};
CHECK(sizeof array == 12 && sizeof sparse == 28 && sizeof nested == 24 && sizeof text == 6);
CHECK(sizeof exact == 5 && sizeof braced == 3 && sizeof wide == 16);
CHECK(sizeof(int[3][4]) == 48 && sizeof(int *[3]) == 24 && sizeof(int(*)[3]) == 8);
CHECK(sizeof((int[]){1, 2, 3, 4}) == 16);

typedef int Fn(int);
typedef Fn *Table[2];
static int id(int x) { return x; }
Fn *fp = id;
Table table = {id, &id};
int (*pick(int n))(int) { return table[n]; }
int *ip = &array[1];
int *ip2 = array + 2;
int *ip3 = &nested[1][1];
char *cp = "text" + 1;
struct B sb = {1, {.i = 2, 3}, 4};
struct N sn = {.z = 1, .v = 2};
int *inner = &sb.a.i;
long addr = (long)&array[2];
uintptr_t fn_addr = (uintptr_t)id;
void *null = 0;
struct List { struct List *next; int v; } l2, l1 = {&l2, 1}, l2 = {&l1, 2};
struct P *lit = &(struct P){1, 2};
int *ilit = (int[]){7, 8};
_Thread_local int tls = 3;
atomic_int ai = 1;
struct P copied = (struct P){3, 4};
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic struct P ap = {1, 2};
extern int later[];
int later[4];
CHECK(sizeof later == 16);

int main(void) {
	typeof(array[0]) x = 1;
	__typeof__(int *) px = &x;
	enum Small e = 1;
	static struct P local = (struct P){5, 6};
	bool b = px;
	int T = 3;
	{
		typedef long T;
		CHECK(sizeof(T) == 8);
	}
	CHECK(sizeof(T) == 4);
	struct A { long l; } a = {1};
	CHECK(sizeof(struct A) == 8);
	if (sizeof(struct A { char c; }) == 1) {
		CHECK(sizeof(struct A) == 1);
	}
	CHECK(sizeof a == 8);
	return pick(0)(x) + b + T + e + local.x + *ip + (*fp)(1) + (**fp)(2) + 1[array];
}
