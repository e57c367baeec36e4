package explore_test

import (
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestDrawnWait: a thread waits for ever only if no value from outside lets it continue.
func TestDrawnWait(t *testing.T) {
	t.Parallel()
	const head = "#include <stdatomic.h>\n_Bool __VERIFIER_nondet_bool(void); int __VERIFIER_nondet_int(void);\natomic_int x;\nint main(void) { "
	for _, c := range []struct {
		body   string
		errors int
	}{
		{"while (!__VERIFIER_nondet_bool()) if (x) break;", 0},
		{"int n; do n = __VERIFIER_nondet_int(); while (n == 0 && !x);", 0},
		{"for (;;) { int n = __VERIFIER_nondet_bool(); if (n ? x == 0 : x == 2) break; }", 0},
		{"int n = __VERIFIER_nondet_bool(); while (!x) ;", 1},
		{"while (!x) ;", 1},
	} {
		p, err := cfront.Compile("t.c", []byte(head+c.body+" return 0; }"), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range axiom.All() {
			if r := explored(t, p, m, explore.Options{Workers: 1}); len(r.Errors) != c.errors {
				t.Errorf("%s under %s: %d errors, want %d", c.body, m.Name, len(r.Errors), c.errors)
			}
		}
	}
}
