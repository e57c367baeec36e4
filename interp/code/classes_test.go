package code_test

import (
	"fmt"
	"math"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// TestClasses looks at what values are drawn for all others in functions that compare them,
// and do more.
func TestClasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, want string }{
		{"if (v) g = 1;", "[0 1]"},
		{"if (v == 7) g = 1; else if (v == 9) g = 2;", "[7 8 9]"},
		{"if (v > 3 && v != 9) g = 1;", "[2 3 4 9 10]"},
		{"assume(v >= 0 && v < 5);", "[0 1 -1 5 6]"},
		{"if (v > 2147483646) g = 1;", "[2147483645 2147483646 2147483647]"},
		{"int w = v; while (w < 3) { g++; if (g > 3) break; }", "[2 3 4]"},
		{"assert(v != 5);", "[5 6]"},
		{"g = 4;", "[0]"},
		{"if ((unsigned)v > 5u) g = 1;", "none"},
		{"g = v;", "none"},
		{"if (v + 1 == 8) g = 1;", "none"},
		{"if (v == g) g = 1;", "none"},
		{"int k = g ? 4 : 6; if (v == k) g = 1;", "none"},
		{"return v;", "none"},
		{"if (v > 3000000000) g = 1;", "none"},
		{"other(v);", "none"},
		{"int a[3] = {v}; if (a[g]) g = 1;", "none"},
	} {
		src := "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n#define assume __VERIFIER_assume\nint g;\nvoid other(int);\n" +
			"int f(void) { int v = __VERIFIER_nondet_int(); " + c.body + " return 0; }\nvoid other(int v) { g = v; }\nint main(void) { return f(); }\n"
		p, err := cfront.Compile("draw.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := "nothing is drawn"
		for i := range p.Funcs {
			for pc, in := range p.Funcs[i].Code {
				if in.Op != code.Sys || code.SysID(in.C) != code.Nondet {
					continue
				}
				values, ok := p.Classes(&p.Funcs[i], pc, math.MinInt32, math.MaxInt32)
				if got = fmt.Sprint(values); !ok {
					got = "none"
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
	}
}
