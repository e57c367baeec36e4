package cfront_test

import (
	"testing"

	"fencepost/interp/c/cfront"
)

// Every attribute of a list counts, as in gcc.
func TestAttributes(t *testing.T) {
	t.Parallel()
	const source = `struct s { char a; int b; } __attribute__((unused, packed, aligned(1), may_alias));
_Static_assert(sizeof(struct s) == 5, "packed");
struct t { char a; int b; } __attribute__ ((, aligned(32), packed,));
_Static_assert(sizeof(struct t) == 32 && _Alignof(struct t) == 32, "both");
static int f(int a, int b) __attribute__((noinline, pure, unused));
static int f(int a, int b) { return a + b; }
int main(void) { return f(1, 2) - 3; }
`
	if _, err := cfront.Compile("t.c", []byte(source), cfront.Options{}); err != nil {
		t.Error(err)
	}
	if _, err := cfront.Compile("t.c", []byte("int x __attribute__((unused, used, mode(TI), cold));\nint main(void) { return 0; }\n"), cfront.Options{}); err == nil {
		t.Error("an attribute in the middle of a list is not seen")
	}
}

// A #pragma pack counts where it stands, and so does a _Pragma, also one that a macro makes.
func TestPack(t *testing.T) {
	t.Parallel()
	const source = `#define PACK(n) _Pragma("pack(1)")
#define PRAGMA(x) _Pragma(#x)
#pragma pack(push, 2)
struct a { char c; int i; };
#pragma pack(pop)
struct b { char c; int i; };
PACK(2) struct c { char c; int i; };
_Pragma("pack()") _Pragma("once")
PRAGMA(pack(2)) struct d { char c; int i; };
_Static_assert(sizeof(struct a) == 6 && sizeof(struct b) == 8 && sizeof(struct c) == 5 && sizeof(struct d) == 6, "");
int main(void) { return 0; }
#pragma pack()
`
	if _, err := cfront.Compile("t.c", []byte(source), cfront.Options{}); err != nil {
		t.Error(err)
	}
}
