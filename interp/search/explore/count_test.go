package explore_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestCounts counts the executions of programs that count references: the order of additions counts only
// if it decides what a thread does.
func TestCounts(t *testing.T) {
	t.Parallel()
	thread := func(name, body string) string {
		return "static void *" + name + "(void *p) { struct block *o = p; " + body + " return p; }\n"
	}
	create := func(name string) string { return "pthread_create(&t[n++], 0, " + name + ", o); " }
	main := func(refs, body, end string) string {
		return "int main(void) { pthread_t t[8]; int n = 0; struct block *o = malloc(sizeof *o); o->a = o->b = 0; o->refs = " + refs + "; " + body +
			"for (int i = 0; i < n; i++) pthread_join(t[i], 0); " + end + " return 0; }\n"
	}
	const (
		drop  = "if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_acquire); free(o); }"
		clone = "if (ADD(o->refs, 1, relaxed) < 0) abort(); "
	)
	for _, c := range []struct {
		name, src string
		want      int64
		outcomes  string
	}{
		{"main keeps a reference", thread("a", drop) + main("1", strings.Repeat(clone+create("a"), 5), drop), 1, "x=0 y=0 g=0 "},
		{"the last thread frees", thread("a", drop) + main("0", strings.Repeat("ADD(o->refs, 1, relaxed); ", 3)+strings.Repeat(create("a"), 3), ""), 6, "x=0 y=0 g=0 "},
		{"the result is kept", thread("a", "g = ADD(o->refs, -1, relaxed);") + thread("b", "ADD(o->refs, -1, relaxed);") + main("5", create("a")+create("b"), ""), 2, "x=0 y=0 g=4 |x=0 y=0 g=5 "},
		{"one more may be enough", thread("a", "if (ADD(o->a, 1, relaxed) == 1) g = 1;") + thread("b", "ADD(o->a, 1, relaxed);") + main("0", create("a")+create("b"), ""), 2, "x=0 y=0 g=0 |x=0 y=0 g=1 "},
		{"more than are there", thread("a", "if (ADD(o->a, 1, relaxed) == 2) g = 1;") + thread("b", "ADD(o->a, 1, relaxed);") + main("0", create("a")+create("b"), ""), 1, "x=0 y=0 g=0 "},
		{"two drop what one took", thread("a", "if (ADD(o->refs, -1, relaxed) <= 1) g = 1;") + thread("b", "ADD(o->refs, -1, relaxed);") +
			main("2", create("a")+"ADD(o->refs, 1, relaxed); "+create("b")+create("b"), ""), 8, "x=0 y=0 g=0 |x=0 y=0 g=1 "},
		{"one drops what one took", thread("a", "if (ADD(o->refs, -1, relaxed) <= 1) g = 1;") + thread("b", "ADD(o->refs, -1, relaxed);") +
			main("2", create("a")+"ADD(o->refs, 1, relaxed); "+create("b"), ""), 1, "x=0 y=0 g=0 "},
		{"half of all numbers", thread("a", "if (ADD(x, 1 << 30, relaxed) < 0) g = 1;") + main("0", strings.Repeat(create("a"), 3), ""), 6, "x=3221225472 y=0 g=1 "},
	} {
		prog := compile(t, owners+c.src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			o := explore.AllReductions()
			o.Symmetry = false
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: o,
				Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(prog, x.Final)...) }})
			outcomes := strings.Join(slices.Sorted(maps.Keys(r.Outcomes)), "|")
			if r.Executions != c.want || len(r.Errors) > 0 || outcomes != c.outcomes {
				t.Errorf("%s: %s: %d executions, want %d; %v; %q, want %q", c.name, m.Name, r.Executions, c.want, r.Errors, outcomes, c.outcomes)
			}
		}
	}
}
