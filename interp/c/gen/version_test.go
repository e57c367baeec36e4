package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/code"
)

// TestVersions gives functions the address of x, which is visible unless they borrow it.
func TestVersions(t *testing.T) {
	const prelude = `#include <pthread.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
struct pair { int a, b; struct pair *next; int list[3]; };
int shared, *keep;
struct pair pairs;
`
	for _, c := range []struct{ helper, call, want string }{
		{"void h(int *p) { *p = 1; }", "int x = n; h(&x);", "private"},
		{"void h(int *p) { *p = 1; }", "int x[3]; h(x); h(&x[n]); h(x + 1);", "private"},
		{"void h(const void *p) { *(char *)p; }", "int x = n; h(&x);", "private"},
		{"int h(int *p, int k) { while (k--) *p++ = k; return p != 0; }", "int x[3]; h(x, 3);", "private"},
		{"int h(int *p, int k) { for (p += k; *p; p--) if (!p || k && p) return 1; return p ? 1 : 2; }", "int x[3]; h(x, 3);", "private"},
		{"int g(int k) { return k + 1; } void h(int *p) { *p = g(*p); }", "int x = n; h(&x);", "private"},
		{"void g(int *p) { ++*p; } void h(int *p) { g(p); g(p + 1); }", "int x[3]; h(x);", "private"},
		{"void h(struct pair *p) { p->a = p->list[p->b]; }", "struct pair x = { 0 }; h(&x);", "private"},
		{"void g(int *p) { *p = 2; } void h(struct pair *p) { g(&p->b); g(p->list + 1); }", "struct pair x; h(&x);", "private"},
		{"void h(struct pair *p, struct pair *q) { *p = *q; }", "struct pair x = { 0 }, y = x; h(&x, &y);", "private, private"},
		{"void h(int *p, int *q) { if (q) *q = *p; }", "int x = n; h(&x, 0); h(&x, (void *)0);", "private"},
		{"void h(int *p) { *p *= 2; sched_yield(); }", "int x = n; h(&x);", "private"},
		{"void h(int *p) { if (!*p) errno = EINVAL; }", "int x = n; h(&x);", "private"},
		{"void h(int *p) { int list[2] = { *p }; *p = list[1]; }", "int x = n; h(&x);", "private"},
		{"void h(int *p) { if (++*p > 9) *p = poll(NULL, 0, 1); }", "int x = n; h(&x);", "private"},
		{"", "struct timespec x = { 0, 100 }; nanosleep(&x, NULL);", "private"},
		{"", "struct timespec x = { 0, 100 }; nanosleep(&x, &x);", "private"},
		{"", "struct timespec x; clock_gettime(CLOCK_MONOTONIC, &x);", "private"},

		{"void h(int *p) { keep = p; }", "int x = n; h(&x);", "visible"},
		{"int *h(int *p) { return p; }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { int *q = p; *q = 1; }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { int **q = &p; **q = 1; }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { p = keep; *p = 1; }", "int x = n; h(&x);", "visible"},
		{"void h(int *p, int k) { *(k ? p : keep) = 1; }", "int x = n; h(&x, n);", "visible"},
		{"void h(int *p) { keep = p++; }", "int x = n; h(&x);", "visible"},
		{"void h(struct pair *p) { keep = &p->b; }", "struct pair x; h(&x);", "visible"},
		{"void h(struct pair *p) { keep = &p->list[1]; }", "struct pair x; h(&x);", "visible"},
		{"void h(struct pair *p) { p->next->a = 1; }", "struct pair x; h(&x);", "visible"},
		{"void h(int *p) { *p = shared; }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { shared = *p; }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { __atomic_store_n(p, 1, __ATOMIC_RELAXED); }", "int x = n; h(&x);", "visible"},
		{"void h(atomic_int *p) { *p += 1; }", "atomic_int x = n; h(&x);", "visible"},
		{"void h(int *p) { *p = 1; atomic_thread_fence(memory_order_seq_cst); }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { if (--*p) h(p); }", "int x = n; h(&x);", "visible"},
		{"void g(int *p); void h(int *p) { if (--*p) g(p); } void g(int *p) { h(p); }", "int x = n; h(&x);", "visible"},
		{"void h(int *p) { *p = 1; } void (*f1)(int *) = h;", "int x = n; f1(&x);", "visible"},
		{"void h(int *p, ...) { *p = 1; }", "int x = n; h(&x, &x);", "visible, visible"},
		{"void h(int *p) { *p = 1; }", "int x = n; h(&x); keep = &x;", "visible"},
		{"void h(int *p, int *q) { *p = *q; }", "int x = n, y = n; h(&x, &y); keep = &y;", "visible, visible"},
		{"void h(int *p, int *q) { *p = *q; }", "int x = n; h(&x, keep);", "visible"},
		{"void __VERIFIER_atomic_h(int *p) { *p = 1; }", "int x = n; __VERIFIER_atomic_h(&x);", "visible"},
	} {
		f := compiledFunction(t, prelude+c.helper+"\nvoid f(int n)\n{\n"+c.call+"\n}")
		var got []string
		for _, l := range f.Locals {
			got = append(got, map[bool]string{true: "private", false: "visible"}[l.Private])
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s %s\ngot %s, want %s", c.helper, c.call, s, c.want)
		}
	}
}

// TestPrivateVersions compares random programs whose functions borrow pointers with the same programs
// where the addresses of all objects are also stored in a variable. The normal versions run there.
func TestPrivateVersions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 61))
	outcomes := map[string]int{}
	for range testsize.Count(150, 20_000) {
		src := borrowing(r)
		private := compileText(t, "p.c", "#define KEEP(x)\n"+src)
		visible := compileText(t, "p.c", "#define KEEP(x) keep = &x;\n"+src)
		lent := func(f code.Func) bool { return f.Lent }
		if !slices.ContainsFunc(private.Funcs, lent) || slices.ContainsFunc(visible.Funcs, lent) {
			t.Fatalf("a call has the wrong version:\n%s", src)
		}
		got, printed := run(t, private)
		want, wanted := run(t, visible)
		outcomes[want.Outcome.String()]++
		if fmt.Sprint(got.Outcome, got.Err) != fmt.Sprint(want.Outcome, want.Err) || printed != wanted {
			t.Fatalf("%s\n%v %v %s\nwant\n%v %v %s", src, got.Outcome, got.Err, printed, want.Outcome, want.Err, wanted)
		}
	}
	if len(outcomes) < 2 {
		t.Errorf("outcomes: %v", outcomes)
	}
}

// borrowing returns a program of which each function but main borrows two pointers.
func borrowing(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\nstruct s { int a; short b; int list[2]; };\nvoid *keep;\n")
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	functions := 1 + r.IntN(3)
	for i := range functions {
		fmt.Fprintf(&b, "static int f%d(struct s *p, int *q)\n{\n\tint n = 0;\n", i)
		for range 2 + r.IntN(5) {
			value := pick("n", "p->a", "p->b", "*q", "q[0]", "p->list[1]", "p->list[n & 1]", "(q == 0)", "((char *)p)[n & 3]", fmt.Sprint(r.IntN(9)))
			target := pick("n", "p->a", "p->b", "*q", "p->list[n & 1]", "*(char *)q", "(&p->b)[0]")
			switch k := r.IntN(10); {
			case k == 0 && i > 0:
				fmt.Fprintf(&b, "\tn += f%d(p, %s);\n", r.IntN(i), pick("q", "&p->a", "p->list", "p->list + 1", "&p->list[n & 1]"))
			case k == 1 && i > 0:
				fmt.Fprintf(&b, "\t{ struct s x%s; n -= f%d(&x, q); }\n", pick("", " = { 0 }", " = *p"), r.IntN(i))
			case k == 2:
				fmt.Fprintf(&b, "\tfor (int i = 0; i < 2; i++) p->list[i] %s %s;\n", pick("=", "+=", "^="), value)
			case k == 3:
				fmt.Fprintf(&b, "\tif (%s > %d) return %s;\n", value, r.IntN(9), target)
			default:
				fmt.Fprintf(&b, "\t%s %s %s;\n", target, pick("=", "=", "+=", "-=", "|="), value)
			}
		}
		b.WriteString("\treturn n;\n}\n")
	}
	b.WriteString("int main(void)\n{\n")
	for i := range 2 {
		fmt.Fprintf(&b, "\tstruct s x%d%s;\n\tKEEP(x%d)\n\tint y%d[2]%s;\n\tKEEP(y%d)\n", i, pick(" = { 1, 2, { 3, 4 } }", " = { 1, 2, { 3, 4 } }", " = { 5 }", ""), i, i, pick(" = { 6, 7 }", " = { 8 }", ""), i)
	}
	for range 2 + r.IntN(3) {
		fmt.Fprintf(&b, "\tprintf(\"%%d\\n\", f%d(&x%d, %s));\n", r.IntN(functions), r.IntN(2), pick("y0", "y1", "y0 + 1", "&y1[1]", "0"))
	}
	b.WriteString("\tprintf(\"%d %d\\n\", x0.a + x0.b, x1.list[1] + y0[0]);\n\treturn 0;\n}\n")
	return b.String()
}
