package verdict_test

import (
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/phase2/verdict"
)

// Nothing is proved of a program of which no execution ends, though all were explored; of
// one that ends at all, it is.
func TestNoExecutionEnds(t *testing.T) {
	t.Parallel()
	const head = "#include <pthread.h>\n#include <stdatomic.h>\nvoid __VERIFIER_assume(int);\natomic_int x;\nvoid *f(void *p) { x = 1; return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); "
	for body, want := range map[string]verdict.Conclusion{
		"__VERIFIER_assume(0);":      verdict.Incomplete,
		"__VERIFIER_assume(x == 2);": verdict.Incomplete,
		"__VERIFIER_assume(x == 1);": verdict.Proved,
	} {
		p, err := cfront.Compile("t.c", []byte(head+body+" pthread_join(t, 0); return 0; }"), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a := answer(t, p); a.Conclusion != want {
			t.Errorf("%s: %s, want %s", body, a.Conclusion, want)
		}
	}
}
