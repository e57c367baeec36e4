package gen_test

import (
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
)

// Of types that casts make there may be as many as casts: what is told of them is bounded.
func TestPointeesAreBounded(t *testing.T) {
	t.Parallel()
	text := "void *q; int i;\nint main(void) {\n" + strings.Repeat("((struct { int a[3000]; } *)q)->a[i] = 1;\n", 2000) + "return 0; }\n"
	p, err := cfront.Compile("casts.c", []byte(text), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scalars, seen := 0, map[*code.Scalar]bool{}
	for _, x := range p.Pointees {
		if len(x.Scalars) > 0 && !seen[&x.Scalars[0]] {
			seen[&x.Scalars[0]] = true
			scalars += len(x.Scalars)
		}
	}
	if scalars == 0 || scalars > 1<<18 {
		t.Errorf("%d scalars of %d types", scalars, len(seen))
	}
}
