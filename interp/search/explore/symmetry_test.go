package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

var (
	observedDecl  = regexp.MustCompile(`static int (g\d_\d);`)
	observedStore = regexp.MustCompile(`\t(g\d_\d) = (r\d_\d);`)
	started       = regexp.MustCompile(`(?s)\tpthread_t t\[.*\treturn 0;`)
)

// twins makes a random program start its threads several times; how says how often each.
func twins(r *rand.Rand, src string, how []int) string {
	src = observedDecl.ReplaceAllString(src, "static atomic_int $1;")
	src = observedStore.ReplaceAllString(src, "\tatomic_store_explicit(&$1, $2, memory_order_relaxed);")
	var create, join strings.Builder
	n := 0
	for t, times := range how {
		for range times {
			fmt.Fprintf(&create, "\tpthread_create(&t[%d], NULL, t%d, NULL);\n", n, t)
			fmt.Fprintf(&join, "\tpthread_join(t[%d], NULL);\n", n)
			if r.IntN(30) == 0 {
				join.WriteString("\tatomic_store(&x, 3);\n") // tells who was joined already
			}
			n++
		}
	}
	return started.ReplaceAllString(src, fmt.Sprintf("\tpthread_t t[%d];\n%s%s\treturn 0;", n, create.String(), join.String()))
}

// mirrored returns the keys of errors without telling which thread is where.
func mirrored(r *explore.Report) string {
	keys := map[string]bool{}
	for _, f := range r.Errors {
		parts := strings.Split(f.Error.Key(), "|")
		if len(f.Error.Waiting) > 0 {
			parts = append(parts[:1], parts[3:]...)
		}
		slices.Sort(parts[1:])
		keys[strings.Join(parts, "|")] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(keys)), "\n")
}

// Of executions in which threads that do the same are exchanged one is enough: the
// outcomes and errors are those of all.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 41))
	n := testsize.Count(30, 2000)
	fewer, errors := 0, 0
	for range n {
		hows := [][]int{{2}, {3}, {2, 1}, {1, 2}, {2, 2}, {2, 1, 1}, {1, 1, 2}}
		how := hows[r.IntN(len(hows))]
		p := randomProgram(r, max(2, len(how)), 3+r.IntN(4), 2)
		src := p.source(true)
		if r.IntN(3) == 0 {
			src = waiting(r, src)
		}
		if r.IntN(3) == 0 {
			src = strings.ReplaceAll(src, "memory_order_release", "memory_order_relaxed")
		}
		src = "#include <assert.h>\n" + twins(r, src, how)
		f, e := sameReduced(t, src, explore.Reductions{SkipIdle: true}, explore.Reductions{SkipIdle: true, Symmetry: true}, 30_000, mirrored)
		fewer, errors = fewer+f, errors+e
	}
	t.Logf("%d programs: fewer in %d searches, %d errors", n, fewer, errors)
	if fewer < n || errors < n/8 {
		t.Errorf("fewer executions in %d searches, %d errors", fewer, errors)
	}
}

// If the elder of twins waits for ever and the other has ended, their creator waits for the
// one, and goes on if they are exchanged.
func TestOneOfTwinsWaits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		handles, between string
		fewer            bool
	}{
		{"pthread_t t[2];", "", true},
		{"static pthread_t t[2];", "", true},
		{"pthread_t t[2];", "z = 2;", false},
		{"pthread_t t[2];", "y = 2;", false},
		{"pthread_t t[2];", "return 0;", false},
	} {
		src := "#include <pthread.h>\n#include <stdatomic.h>\natomic_int l, y, z;\n" +
			"static void *f(void *a) { if (!atomic_exchange(&l, 1)) { while (!y); atomic_store(&l, 0); } return a; }\n" +
			"int main(void)\n{\n\t" + c.handles + " pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0);\n" +
			"\tpthread_join(t[0], 0); " + c.between + " pthread_join(t[1], 0); return 0;\n}\n"
		p := compile(t, src)
		for _, m := range axiom.All() {
			want, _ := exploredEndings(t, p, m, explore.Reductions{})
			got, _ := exploredEndings(t, p, m, explore.Reductions{Symmetry: true})
			one := explored(t, p, m, explore.Options{Workers: 1, Reductions: explore.Reductions{Symmetry: true}})
			both := explored(t, p, m, explore.Options{Workers: 1})
			if !slices.Equal(got, want) || (one.Blocked < both.Blocked) != c.fewer {
				t.Errorf("%s: %s %s: %q, %d blocked; without symmetry %q, %d", m.Name, c.handles, c.between, got, one.Blocked, want, both.Blocked)
			}
		}
	}
}

// Twins that read the handle of one of them and join it are told apart: only if the elder is the second
// to exchange does it wait for itself.
func TestTwinsReadHandle(t *testing.T) {
	t.Parallel()
	for _, start := range []string{
		"thrd_create(&id, f, 0); thrd_create(&u, f, 0);", // stores the handle before it starts the elder
		"thrd_create(&u, f, 0); thrd_create(&v, f, 0); id = u;",
	} {
		p := compile(t, `
#include <stdatomic.h>
#include <threads.h>
thrd_t id;
atomic_int n, ready, never;
int f(void *p) { while (!ready); if (atomic_exchange(&n, 1)) { thrd_join(id, 0); while (!never); } return 0; }
int main(void) { thrd_t u, v; `+start+` ready = 1; thrd_exit(0); }
`)
		for _, m := range axiom.All() {
			want := mirrored(explored(t, p, m, explore.Options{Workers: 1}))
			got := mirrored(explored(t, p, m, explore.Options{Workers: 1, Reductions: explore.Reductions{Symmetry: true}}))
			if got != want || strings.Count(want, "\n") != 1 {
				t.Errorf("%s: %s %q; without symmetry %q", m.Name, start, got, want)
			}
		}
	}
}
