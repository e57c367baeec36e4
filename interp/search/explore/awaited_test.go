package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

const awaiters = `#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#define LOAD(x, o) atomic_load_explicit(&x, memory_order_##o)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define ADD(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
#define OR(x, v, o) atomic_fetch_or_explicit(&x, v, memory_order_##o)
static atomic_int c, d, x, y;
static int p, q, g;
`

// TestAwaited counts the executions of programs in which threads wait for a count.
func TestAwaited(t *testing.T) {
	t.Parallel()
	program := func(threads int, body, main string) string {
		text := awaiters
		create, join := "", ""
		for i := range threads {
			text += fmt.Sprintf("static void *t%d(void *arg) { int i = %[1]d; (void)i; %s return arg; }\n", i, body)
			create += fmt.Sprintf("pthread_create(&t[%d], 0, t%[1]d, 0); ", i)
			join += fmt.Sprintf("pthread_join(t[%d], 0); ", i)
		}
		return text + fmt.Sprintf("int main(void) { pthread_t t[%d]; %s%s%sreturn 0; }\n", threads, create, main, join)
	}
	const barrier = "ADD(c, 1, release); while (LOAD(c, acquire) < 4) ;"
	for _, c := range []struct {
		name, src string
		want      int64
		errors    string
	}{
		{"main waits for all", program(4, "ADD(c, 1, release);", "while (LOAD(c, acquire) != 4) ; "), 1, ""},
		{"main waits until none is left", program(4, "ADD(c, -1, acq_rel);", "ADD(c, 4, relaxed); while (LOAD(c, acquire) != 0) sched_yield(); "), 1, ""},
		{"none is left from the start on", strings.Replace(program(4, "ADD(c, -1, acq_rel);", "while (LOAD(c, acquire) != 0) sched_yield(); "), "atomic_int c,", "atomic_int c = 4,", 1), 1, ""},
		{"a barrier", program(4, barrier, ""), 1, ""},
		{"two barriers", program(4, barrier+" ADD(d, 2, relaxed); do ; while (LOAD(d, relaxed) != 8);", ""), 1, ""},
		{"bits", program(4, "OR(c, 1 << i, release); while (LOAD(c, acquire) != 15) ;", ""), 1, ""},
		{"what comes after it is ordered", program(3, "if (i == 0) p = 1; ADD(c, 1, release); if (i > 0) { while (LOAD(c, acquire) < 3) ; assert(p == 1); }", ""), 1, ""},
		{"three of four", program(4, "ADD(c, 1, release);", "while (LOAD(c, acquire) < 3) ; "), 48, ""},
		{"one too many", program(3, "ADD(c, 1, release);", "while (LOAD(c, acquire) < 4) ; "), 0, "livelock"},
		{"more than one is not waited for", program(3, "ADD(c, 1, release);", "while (LOAD(c, acquire) == 0) ; "), 18, ""},
	} {
		prog := compile(t, c.src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			o := explore.AllReductions()
			o.Symmetry = false
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: o})
			if r.Executions != c.want || errorKinds(r) != c.errors {
				t.Errorf("%s: %s: %d executions, want %d; %v", c.name, m.Name, r.Executions, c.want, r.Errors)
			}
		}
	}
}

// randomAwaiters returns a program of threads that count, and wait for counts.
func randomAwaiters(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	order := func() string { return one("relaxed", "release", "release", "acq_rel", "seq_cst") }
	load := func() string { return one("relaxed", "acquire", "acquire", "seq_cst") }
	threads := 2 + r.IntN(2)
	count := func() string { return one("c", "c", "c", "d") }
	add := func() string {
		if r.IntN(8) == 0 {
			return fmt.Sprintf("OR(%s, %d, %s); ", count(), 1<<r.IntN(3), order())
		}
		return fmt.Sprintf("ADD(%s, %s, %s); ", count(), one("1", "1", "1", "1", "2", "-1"), order())
	}
	await := func() string {
		test := fmt.Sprintf("LOAD(%s, %s) %s %d", count(), load(), one("!=", "!=", "<", "<", ">", "=="), r.IntN(threads+2))
		switch r.IntN(8) {
		case 0:
			return "while (" + test + " && !LOAD(x, relaxed)) ; "
		case 1:
			return "do sched_yield(); while (" + test + "); "
		case 2:
			return fmt.Sprintf("for (int n = 0; n < 2 && %s; n++) ; ", test)
		}
		return "while (" + test + ") ; "
	}
	statement := func() string {
		switch r.IntN(12) {
		case 0, 1:
			return fmt.Sprintf("STORE(%s, %d, %s); ", one("x", "y"), 1+r.IntN(2), one("relaxed", "release", "seq_cst"))
		case 2:
			return fmt.Sprintf("if (LOAD(%s, %s)) STORE(%s, 3, relaxed); ", one("x", "y"), load(), one("x", "y"))
		case 3:
			return fmt.Sprintf("if (LOAD(%s, %s) == %d) STORE(%s, 4, relaxed); ", count(), load(), r.IntN(3), one("x", "y"))
		case 4:
			return fmt.Sprintf("if (ADD(%s, 1, %s) == %d) STORE(%s, 5, relaxed); ", count(), order(), r.IntN(threads), one("x", "y"))
		case 5:
			return "atomic_thread_fence(memory_order_" + one("acquire", "release", "seq_cst") + "); "
		case 6:
			return one("p = 1; ", "q = 1; ", "g = p; ", "p = q; ")
		case 7:
			if r.IntN(3) == 0 {
				return fmt.Sprintf("STORE(%s, %d, %s); ", count(), r.IntN(2), one("relaxed", "release"))
			}
			return "STORE(x, 6, release); "
		case 8:
			return fmt.Sprintf("while (!LOAD(%s, %s)) ; ", one("x", "y"), load())
		}
		return one(add(), await())
	}
	var b strings.Builder
	b.WriteString(awaiters)
	for i := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg) { ", i)
		list := []string{add()}
		if r.IntN(3) > 0 {
			list = append(list, await())
		}
		for range r.IntN(5 - threads) {
			list = slices.Insert(list, r.IntN(len(list)+1), statement())
		}
		b.WriteString(strings.Join(list, "") + "return arg; }\n")
	}
	fmt.Fprintf(&b, "int main(void) {\n\tpthread_t t[%d];\n", threads)
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "\tSTORE(c, %d, relaxed);\n", r.IntN(threads+1))
	}
	for i := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%[1]d, 0);\n", i)
	}
	if r.IntN(2) == 0 {
		b.WriteString("\t" + await() + one("", "g = p; ", "assert(p == q); ") + "\n")
	}
	for i := range threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	return b.String() + "\treturn 0;\n}\n"
}

// TestAwaiters compares what random programs end in. Their threads wait for counts. Additions are taken in one
// order, and in each. Each error replays.
func TestAwaiters(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 85))
	compareRandom(t, testsize.Count(200, 4000), func() string { return randomAwaiters(r) },
		func(p *code.Program, m *axiom.Model) (got, want *explore.Report) { return inOneOrder(t, p, m, nil) }, sameEndings)
}
