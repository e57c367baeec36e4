package explore_test

import (
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestDrawnWait: a thread waits for ever only if no value from outside lets it continue, and no weak
// compare-exchange that does not fail of itself.
func TestDrawnWait(t *testing.T) {
	t.Parallel()
	const head = "#include <stdatomic.h>\n_Bool __VERIFIER_nondet_bool(void); int __VERIFIER_nondet_int(void);\natomic_int x, y;\nint main(void) { "
	for _, c := range []struct {
		body   string
		errors int
	}{
		{"while (!__VERIFIER_nondet_bool()) if (x) break;", 0},
		{"int n; do n = __VERIFIER_nondet_int(); while (n == 0 && !x);", 0},
		{"for (;;) { int n = __VERIFIER_nondet_bool(); if (n ? x == 0 : x == 2) break; }", 0},
		{"int n = __VERIFIER_nondet_bool(); while (!x) ;", 1},
		{"while (!x) ;", 1},
		{"_Bool b; do { y = 1; b = __VERIFIER_nondet_bool(); y = 0; } while (!b);", 0},
		{"int e; do e = 0; while (!atomic_compare_exchange_weak(&x, &e, 1));", 0},
		{"int e; do e = 1; while (!atomic_compare_exchange_weak(&x, &e, 1));", 1},
		{"int e; _Bool b; do { y = 1; e = 0; b = atomic_compare_exchange_weak(&x, &e, 1); y = 0; } while (!b);", 0},
	} {
		p, err := cfront.Compile("t.c", []byte(head+c.body+" return 0; }"), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range axiom.All() {
			o := explore.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}}, UnrollEndless: 2}
			for _, o.Reductions = range []explore.Reductions{{}, explore.AllReductions()} {
				if r := explored(t, p, m, o); len(r.Errors) != c.errors {
					t.Errorf("%s under %s, %+v: %d errors, want %d", c.body, m.Name, o.Reductions, len(r.Errors), c.errors)
				}
			}
		}
	}
}
