package candidates_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

const cutOff = "a loop of f was followed for 8 iterations only"

// locks are bodies of threads that each add 1 to x in a critical section; one that
// exchanges as often as it goes round is not followed to its end.
var locks = []struct{ name, globals, body, incomplete string }{
	{"ticket", "atomic_int next, owner;", "int t = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed); while (atomic_load_explicit(&owner, memory_order_acquire) != t) ; x++; atomic_store_explicit(&owner, t + 1, memory_order_release);", ""},
	{"compare-exchange", "atomic_int l;", "int e = 0; while (!atomic_compare_exchange_strong_explicit(&l, &e, 1, memory_order_acquire, memory_order_relaxed)) e = 0; x++; atomic_store_explicit(&l, 0, memory_order_release);", ""},
	{"exchange", "atomic_int l;", "while (atomic_exchange_explicit(&l, 1, memory_order_acquire)) ; x++; atomic_store_explicit(&l, 0, memory_order_release);", cutOff},
	{"compare-exchange with what it has read", "atomic_int n;", "int old = atomic_load_explicit(&n, memory_order_relaxed); while (!atomic_compare_exchange_strong_explicit(&n, &old, old ^ 5, memory_order_acquire, memory_order_relaxed)) ;", ""},
}

// Locks keep threads apart on all machines, and the search ends soon.
func TestLocks(t *testing.T) {
	t.Parallel()
	for _, lock := range testsize.Part(3, locks) {
		for threads := 2; threads <= 3; threads++ {
			if threads == 3 && lock.incomplete != "" && !testsize.Long() {
				continue
			}
			var starts, joins strings.Builder
			for i := range threads {
				fmt.Fprintf(&starts, "pthread_t t%d; pthread_create(&t%d, 0, f, 0);\n", i, i)
				fmt.Fprintf(&joins, "pthread_join(t%d, 0);\n", i)
			}
			want := fmt.Sprintf("x == %d", threads)
			if !strings.Contains(lock.body, "x++") {
				want = fmt.Sprintf("n == %d", 5*(threads%2))
			}
			src := fmt.Sprintf("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n%s\nint x;\nvoid *f(void *a) {\n%s\nreturn 0;\n}\nint main(void) {\n%s%sassert(%s);\n}\n",
				lock.globals, lock.body, starts.String(), joins.String(), want)
			p, err := cfront.Compile("lock.c", []byte(src), cfront.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"armv8", "armv7", "power", "riscv"} {
				m := lookup(t, name)
				lowered, err := m.Lower(p)
				if err != nil {
					t.Fatal(err)
				}
				executions := 0
				r, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
					executions++
					if site, failed := x.Failed(); failed {
						t.Errorf("%s of %d threads under %s: %s fails", lock.name, threads, name, p.Sites[site].Text)
					}
				}})
				if err != nil {
					t.Fatal(err)
				}
				if r.Incomplete != lock.incomplete || executions == 0 {
					t.Errorf("%s of %d threads under %s: %d executions, incomplete: %q", lock.name, threads, name, executions, r.Incomplete)
				}
			}
		}
	}
}

// A loop that retries with the value that it has read meets each value once, and loses no outcome:
// the explorer, which treats such loops in another way, finds the same outcomes.
func TestRetries(t *testing.T) {
	t.Parallel()
	const source = `#include <pthread.h>
#include <stdatomic.h>
atomic_int n, y;
int r1, r2, r3;
void *a(void *unused) {
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	int old = atomic_load_explicit(&n, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&n, &old, old ^ 4, memory_order_%[1]s, memory_order_%[2]s)) ;
	r1 = old;
	return 0;
}
void *b(void *unused) {
	int old = atomic_load_explicit(&n, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&n, &old, old | 1, memory_order_%[1]s, memory_order_%[2]s)) ;
	r2 = old;
	r3 = atomic_load_explicit(&y, memory_order_relaxed);
	return 0;
}
int main(void) {
	pthread_t p, q;
	pthread_create(&p, 0, a, 0);
	pthread_create(&q, 0, b, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
}
`
	for _, orders := range [][2]string{{"relaxed", "relaxed"}, {"acq_rel", "relaxed"}, {"release", "acquire"}, {"seq_cst", "seq_cst"}} {
		p, err := cfront.Compile("retry.c", fmt.Appendf(nil, source, orders[0], orders[1]), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range axiom.All() {
			c := lookup(t, m.Name)
			lowered, err := c.Lower(p)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			r, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: c, Each: func(x *candidates.Execution) { got[finals(p, x)] = true }})
			if err != nil {
				t.Fatal(err)
			}
			want, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x)...) }})
			if err != nil {
				t.Fatal(err)
			}
			if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want.Outcomes)); !slices.Equal(a, b) || r.Incomplete != "" || len(a) < 2 {
				t.Errorf("%v under %s: candidates %q, explorer %q, incomplete: %q, %v", orders, m.Name, a, b, r.Incomplete, want.Complete)
			}
		}
	}
}
