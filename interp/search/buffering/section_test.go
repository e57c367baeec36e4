package buffering_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// sectionHeader and sectionMain are around two thread functions, one and two.
const (
	sectionHeader = `#include <pthread.h>
#include <stdatomic.h>
#define get(l) atomic_load_explicit(&l, memory_order_relaxed)
#define put(l, v) atomic_store_explicit(&l, v, memory_order_relaxed)
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static atomic_int x, y;
static int r1, r2, n;
static void count(void) { __VERIFIER_atomic_begin(); n++; __VERIFIER_atomic_end(); }
`
	sectionMain = `
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`
)

// TestSections holds the outcomes of programs with atomic sections under imm against those under
// RC11, which has no load buffering. Where something may come between the accesses of a section, the
// search leaves outcomes out and says so.
func TestSections(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, threads string
		incomplete    bool
		more          []string // outcomes that RC11 has not
		fewer         []string // outcomes that are left out
	}{
		{name: "a store is not between a load and an update", incomplete: true, fewer: []string{"r1=0 r2=1 n=0"}, threads: `
static void *one(void *arg) { put(x, 1); return arg; }
static void *two(void *arg) { __VERIFIER_atomic_begin(); r1 = get(x); r2 = atomic_fetch_add(&x, 1); __VERIFIER_atomic_end(); return arg; }`},
		{name: "a load is not between two stores", incomplete: true, fewer: []string{"r1=1 r2=0 n=0"}, threads: `
static void *one(void *arg) { r1 = get(x); return arg; }
static void *two(void *arg) { __VERIFIER_atomic_begin(); put(x, 1); put(x, 2); __VERIFIER_atomic_end(); return arg; }`},
		{name: "sections beside load buffering", more: []string{"r1=1 r2=1 n=2"}, threads: `
static void *one(void *arg) { r1 = get(x); put(y, 1); count(); return arg; }
static void *two(void *arg) { r2 = get(y); put(x, 1); count(); return arg; }`},
		{name: "sections alone", threads: `
static void *one(void *arg) { __VERIFIER_atomic_begin(); put(x, 1); put(y, 1); __VERIFIER_atomic_end(); return arg; }
static void *two(void *arg) { __VERIFIER_atomic_begin(); r1 = get(x); r2 = get(y); __VERIFIER_atomic_end(); count(); return arg; }`},
		{name: "program order may lead through another thread", incomplete: true, fewer: []string{"r1=0 r2=1 n=0"}, threads: `
static void *one(void *arg) { put(x, 1); put(y, 1); return arg; }
static void *two(void *arg) { __VERIFIER_atomic_begin(); r1 = get(x); r2 = get(y); __VERIFIER_atomic_end(); return arg; }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, sectionHeader+c.threads+sectionMain)
			names := []string{"r1", "r2", "n"}
			list, err := explore.Observe(p, names)
			if err != nil {
				t.Fatal(err)
			}
			without, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{
				Outcome: func(dst []byte, e *explore.Execution) []byte { return explore.AppendState(dst, e, list) },
			})
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Sorted(maps.Keys(without.Outcomes))
			want = slices.DeleteFunc(append(want, c.more...), func(s string) bool { return slices.Contains(c.fewer, s) })
			slices.Sort(want)
			r := explored(t, p, "imm", names...)
			if got := slices.Sorted(maps.Keys(r.Outcomes)); !slices.Equal(got, want) {
				t.Errorf("outcomes %q, want %q; RC11 has %q", got, want, slices.Sorted(maps.Keys(without.Outcomes)))
			}
			if r.Complete == c.incomplete || (r.Incomplete != "") != c.incomplete {
				t.Errorf("complete %v, %q", r.Complete, r.Incomplete)
			}
			if len(r.Errors) > 0 {
				t.Errorf("%v", r.Errors[0].Error)
			}
		})
	}
}
