package explore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// sameFromSnapshots compares a search from snapshots with a search that runs every branch from the
// start: all counts of the reports are the same, also if the search is cut short.
func sameFromSnapshots(t *testing.T, name string, p *code.Program, enough int64, o explore.Options) {
	t.Helper()
	for _, m := range axiom.All() {
		run := func(every int) (*explore.Report, string) {
			o := o
			o.Workers, o.MaxExecutions, o.Snapshots = 1, enough, every
			o.Outcome = func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }
			r, err := explore.Run(t.Context(), p, m, o)
			if err != nil {
				return nil, err.Error()
			}
			return r, ""
		}
		want, failed := run(math.MaxInt)
		for _, every := range []int{1, 3} {
			got, why := run(every)
			if why != failed || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %s, snapshots for %d events: %s\n%+v\nwant %s\n%+v", name, m.Name, every, why, got, failed, want)
			}
		}
	}
}

// objects are statements that call functions with local objects, and that allocate, pass on and
// free blocks, with mistakes.
var objects = []string{
	"a = first(a, atomic_load_explicit(&x, memory_order_relaxed));",
	"a = down(a & 3);",
	"{ int *p = malloc(sizeof *p); *p = a; atomic_fetch_add(&x, 1); a += *p; free(p); }",
	"{ int *p = malloc(sizeof *p); if (a < 9) *p = a; atomic_store_explicit(&shared, p, memory_order_release); }",
	"{ int *p = atomic_load_explicit(&shared, memory_order_acquire); if (p) a += *p; }",
	"{ int *p = atomic_exchange(&shared, 0); if (p) free(p); }",
	"{ int *p = &own; *p += a; a += atomic_load_explicit(&x, memory_order_relaxed) + *p; }",
	"{ int v[2]; v[atomic_load_explicit(&x, memory_order_relaxed) & 1] = a; atomic_fetch_add(&x, 1); a = v[a & 1]; }",
	"{ struct pair p = { a, 2 }, q; memcpy(&q, &p, sizeof q); a = q.b + atomic_load(&x) + q.a; }",
	"atomic_store_explicit(&x, a & 3, memory_order_relaxed);",
	"memcpy(&both, &(struct pair){ a, 1 }, sizeof both);",
	"{ struct pair q; memcpy(&q, &both, sizeof q); a += q.a + q.b; }",
	"{ char *c = malloc(4); memcpy(c, &a, 4); atomic_fetch_add(&x, 1); a += c[0]; free(c); }",
	"pthread_setspecific(key, (void *)&x);",
	"pthread_detach(pthread_self());",
}

// plainWaits are statements that wait for a variable. Some stores to it are plain.
var plainWaits = []string{
	"while (__atomic_load_n(&flag, __ATOMIC_RELAXED) > 1) ;",
	"do a = __atomic_load_n(&flag, __ATOMIC_RELAXED); while (a == 1 || a == 2);",
	"flag = a & 3;",
	"__atomic_store_n(&flag, 1 + (a & 1), __ATOMIC_RELAXED);",
}

// randomStatements returns a program of two threads that perform some of the statements.
func randomStatements(r *rand.Rand, statements []string) string {
	var b strings.Builder
	b.WriteString(`#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; };
static atomic_int x;
static int *_Atomic shared;
static _Thread_local int own;
static int first(int a, int i) { int v[3] = { a, i, 2 }, *p = &v[i & 1]; *p += a; return v[0] + v[1]; }
static int down(int n) { int l, *p = &l; *p = n; return n > 0 ? down(n - 1) + *p : atomic_load_explicit(&x, memory_order_relaxed); }
static int g0, g1, flag;
static struct pair both;
static pthread_key_t key;
static void bump(void *p) { atomic_fetch_add((atomic_int *)p, 1); }
`)
	for t := range 2 {
		fmt.Fprintf(&b, "static void *t%d(void *unused)\n{\n\tint a = %d;\n", t, r.IntN(3))
		for range 2 + r.IntN(3) {
			fmt.Fprintf(&b, "\t%s\n", statements[r.IntN(len(statements))])
		}
		fmt.Fprintf(&b, "\tg%d = a;\n\treturn unused;\n}\n", t)
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t[2];\n\tpthread_key_create(&key, bump);\n\tpthread_create(&t[0], 0, t0, 0);\n\tpthread_create(&t[1], 0, t1, 0);\n" +
		"\tpthread_join(t[0], 0);\n\tpthread_join(t[1], 0);\n\treturn g0 + g1;\n}\n")
	return b.String()
}

func TestSnapshotsOfRandomPrograms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 53))
	sources := []func() string{
		func() string { return orders + waiting(r, programOf(r, 2+r.IntN(2))) },
		func() string { return orders + spinning(r, programOf(r, 2+r.IntN(2))) },
		func() string { return randomSynchronisation(r, synchronising[r.IntN(len(synchronising))]) },
		func() string { return randomSections(r, r.IntN(2) == 0) },
		func() string { return randomShapes(r) },
		func() string { n := 2 + r.IntN(2); return waitsAtBarrier(r, programOf(r, n), n) },
		func() string { return randomParts(r).text(r.IntN(2) == 0) },
		func() string { return randomStatements(r, objects) },
		func() string { return randomStatements(r, plainWaits) },
	}
	for i := range testsize.Count(30, 2000) {
		src := "#include <assert.h>\n" + sources[i%len(sources)]()
		p, err := cfront.Compile("a.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		o := explore.Options{StopAtExit: r.IntN(4) == 0, Rounds: max(0, r.IntN(8)-4), Machine: interp.Options{Semantics: interp.Semantics{Unroll: 1 + r.IntN(3), MallocFail: r.IntN(4) == 0, MaxSteps: 15 + r.IntN(60)}}}
		if r.IntN(2) == 0 {
			o.Reductions = explore.AllReductions()
		}
		sameFromSnapshots(t, src, p, 3000, o)
	}
}

// TestSnapshotsOfBenchmarks explores benchmark programs with heaps, calls, locks and long loops.
func TestSnapshotsOfBenchmarks(t *testing.T) {
	t.Parallel()
	enough := int64(100)
	if testsize.Whole() && !testing.Short() {
		enough = 1000
	}
	for _, folder := range []string{"c11", "relaxer", "heldout", "sampling", "litmus"} {
		for _, f := range testsize.Part(1, programtest.All(t, folder)) {
			sameFromSnapshots(t, f.Path, f.Compile(t), enough, explore.Options{Reductions: explore.AllReductions(), UnrollEndless: 2})
		}
	}
}

// TestSnapshotsOfLargeExecutions: a large execution releases its memory when it ends. So a run from
// a snapshot restores all threads, even threads that have not changed since.
func TestSnapshotsOfLargeExecutions(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a gigabyte")
	}
	p := compile(t, `#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn, x, y;
static void *run(void *arg)
{
	int me = (int)(long)arg;
	for (int i = 0; i < 560; i++) {
		while (atomic_load(&turn) != me)
			;
		atomic_store(&x, i);
		atomic_load(&y);
		atomic_store(&turn, 1 - me);
	}
	return 0;
}
int main(void)
{
	pthread_t t[2];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
`)
	r := explored(t, p, axiom.RC11, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
	if r.Executions != 1 || !r.Complete {
		t.Errorf("%d executions, complete %v", r.Executions, r.Complete)
	}
}
