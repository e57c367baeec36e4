package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// atomicSections turns the critical sections of a program into atomic sections.
var atomicSections = strings.NewReplacer("pthread_mutex_lock(&m)", "__VERIFIER_atomic_begin()", "pthread_mutex_unlock(&m)", "__VERIFIER_atomic_end()")

// TestAtomicSections compares the outcomes of programs with atomic sections with the outcomes of
// the machine, which does not interrupt a section: see agree.
func TestAtomicSections(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 41))
	compared, differ := 0, 0
	for n := 0; n < *programs; {
		p := randomProgram(r, 2+r.IntN(2), 4+r.IntN(4), 2)
		src := p.source(true)
		sections := atomicSections.Replace(src)
		if sections == src {
			continue
		}
		n++
		prog, err := cfront.Compile("sections.c", []byte(sections), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range append(models.All(), c11.Model) {
			want, ok := operationalOutcomes(t, prog, m)
			if !ok {
				continue
			}
			compared++
			got := exploredOutcomes(t, prog, axiom.Of(m))
			if len(got) > len(want) {
				differ++
			}
			if !agree(m, got, want) {
				t.Fatalf("%s:\n%s\nexplored\n\t%s\noperational\n\t%s", m.Name, sections, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
			}
		}
	}
	t.Logf("%d comparisons; %d of them have outcomes that the machine has not", compared, differ)
	if compared < 2**programs || differ > *programs/3 {
		t.Errorf("%d comparisons; %d differ", compared, differ)
	}
}

// randomSections returns a program of two or three threads with three locations. Its statements are
// accesses and double compare-and-swaps if twice is set, otherwise accesses and atomic sections.
func randomSections(r *rand.Rand, twice bool) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	loc := func() string { return one("x", "y", "z") }
	access := func(t int) string {
		switch r.IntN(6) {
		case 0, 1:
			return fmt.Sprintf("g%d = 3 * g%d + atomic_load_explicit(&%s, memory_order_%s);", t, t, loc(), one("relaxed", "relaxed", "acquire", "seq_cst"))
		case 2:
			return fmt.Sprintf("g%d += atomic_fetch_add_explicit(&%s, 1, memory_order_%s);", t, loc(), one("relaxed", "acq_rel"))
		case 3:
			return one("fence_ss();", "fence_ll();", "fence_sl();")
		}
		return fmt.Sprintf("atomic_store_explicit(&%s, %d, memory_order_%s);", loc(), 1+r.IntN(2), one("relaxed", "relaxed", "release", "seq_cst"))
	}
	statement := func(t int) string {
		switch {
		case r.IntN(2) == 0:
			return access(t)
		case twice:
			return fmt.Sprintf("g%d = 3 * g%d + dcas(&%s, &%s, %d, %d, %d, %d);", t, t, loc(), loc(), r.IntN(2), r.IntN(2), 1+r.IntN(2), 1+r.IntN(2))
		}
		var list []string
		for range 2 + r.IntN(2) {
			list = append(list, access(t))
		}
		return "__VERIFIER_atomic_begin(); " + strings.Join(list, " ") + " __VERIFIER_atomic_end();"
	}
	var b strings.Builder
	b.WriteString(`#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y, z;
static int g0, g1, g2;
`)
	threads := 2 + r.IntN(2)
	for t := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *a)\n{\n", t)
		for range 1 + r.IntN(6-threads) {
			fmt.Fprintf(&b, "\t%s\n", statement(t))
		}
		b.WriteString("\treturn a;\n}\n")
	}
	fmt.Fprintf(&b, "int main(void)\n{\n\tpthread_t t[%d];\n", threads)
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++)\n\t\tpthread_join(t[i], 0);\n\treturn 0;\n}\n", threads)
	return b.String()
}

// machineRuns returns the outcomes of all choices of the operational model, and the
// relations of the runs; ok is false if they are too many.
func machineRuns(t *testing.T, p *code.Program, m *models.Model) (outcomes, runs []string, ok bool) {
	mc, s := interp.New(p, m, interp.Options{}), &strategy.DFS{Reduced: true}
	finally, seen := map[string]bool{}, map[string]bool{}
	var rec trace.Recorder
	for n := 0; s.Begin(n); n++ {
		switch r := mc.Run(context.Background(), s, &rec); {
		case n == 1_500:
			return nil, nil, false
		case r.Outcome == interp.Completed:
			finally[finals(p, mc.Final)] = true
			seen[strings.Join(relations(p, mc.Execution(rec.Events)), "\n")] = true
		case r.Outcome != interp.Discarded:
			t.Fatalf("%s: %v %v", m.Name, r.Outcome, r.Err)
		}
	}
	return slices.Sorted(maps.Keys(finally)), slices.Sorted(maps.Keys(seen)), true
}

// compareSections compares the outcomes of a program with the outcomes of the machine. No class may
// come twice. If twice is set, the classes are those of the machine's runs, and each has a run. It
// reports false if the machine has too many runs.
func compareSections(t *testing.T, src string, m *models.Model, twice bool) bool {
	t.Helper()
	p, err := cfront.Compile("sections.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	want, runs, ok := machineRuns(t, p, m)
	if !ok {
		return false
	}
	finally, classes, executions := map[string]bool{}, map[string]bool{}, map[string]bool{}
	explored(t, p, axiom.Of(m), explore.Options{Workers: 1, Each: func(x *explore.Execution) {
		finally[finals(p, x.Final)] = true
		g := x.Graph()
		k := graphKey(g)
		if classes[k] {
			t.Errorf("%s: class twice: %s\n%s", m.Name, k, src)
		}
		classes[k] = true
		relates := relations(p, g.Execution())
		executions[strings.Join(relates, "\n")] = true
		if !twice || len(classes) > 5 {
			return
		}
		var rec trace.Recorder
		mc, _, err := g.Linearise(context.Background(), p, m, interp.Options{}, &rec, func(r *interp.Result) bool { return r.Outcome == interp.Completed })
		if err != nil || !slices.Equal(relations(p, mc.Execution(rec.Events)), relates) {
			t.Errorf("%s: %v: no run of class %s\n%s", m.Name, err, k, src)
		}
	}})
	got := slices.Sorted(maps.Keys(finally))
	if !agree(m, got, want) {
		t.Errorf("%s:\n%s\nexplored\n\t%s\nthe machine\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	if all := slices.Sorted(maps.Keys(executions)); twice && !slices.Equal(all, runs) {
		t.Errorf("%s:\n%s\n%d executions are explored, the machine has %d", m.Name, src, len(all), len(runs))
	}
	if fewer, _ := exploredEndings(t, p, axiom.Of(m), explore.AllReductions()); !slices.Equal(fewer, got) {
		t.Errorf("%s:\n%s\nexplored\n\t%s\nwith reductions\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(fewer, "\n\t"))
	}
	return true
}

// compareRandomSections compares random programs.
func compareRandomSections(t *testing.T, twice bool, list []*models.Model, stream uint64) {
	r := rand.New(rand.NewPCG(*seed, stream))
	compared := 0
	for n := 0; n < *programs && !t.Failed(); n++ {
		src := randomSections(r, twice)
		for k, m := range list {
			if !testsize.LeftOut(2, n+k) && compareSections(t, src, m, twice) {
				compared++
			}
		}
	}
	if compared < *programs/2 {
		t.Errorf("%d comparisons", compared)
	}
}

func TestSections(t *testing.T) {
	t.Parallel()
	compareRandomSections(t, false, append(models.All(), c11.Model), 47)
}

// threadsWithSections returns a program of these threads. They may call read, write and add for
// locations x, y, z and w, and begin and end for sections.
func threadsWithSections(threads ...string) string {
	var b strings.Builder
	b.WriteString(`#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#define begin __VERIFIER_atomic_begin
#define end __VERIFIER_atomic_end
#define read(l) atomic_load_explicit(&l, memory_order_relaxed)
#define write(l, v) atomic_store_explicit(&l, v, memory_order_relaxed)
#define add(l) atomic_fetch_add_explicit(&l, 1, memory_order_relaxed)
extern void begin(void), end(void);
static atomic_int x, y, z, w;
static int g1, g2, g3, g4;
`)
	for t, body := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *v) { %s return v; }\n", t, body)
	}
	fmt.Fprintf(&b, "int main(void)\n{\n\tpthread_t t[%d];\n", len(threads))
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++)\n\t\tpthread_join(t[i], 0);\n\treturn 0;\n}\n", len(threads))
	return b.String()
}

// TestConditionalSections: in a section, the value of a read may decide whether there is another
// access. A program has one or two such sections.
func TestConditionalSections(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 59))
	access := func(t int) string {
		list := []string{"gT = 3 * gT + read(L);", "gT = 3 * gT + atomic_load(&L);", "write(L, N);", "atomic_store(&L, N);", "gT += add(L);", "gT += atomic_fetch_add(&L, N);"}
		return strings.NewReplacer("L", []string{"x", "y"}[r.IntN(2)], "T", fmt.Sprint(t+1), "N", fmt.Sprint(1+r.IntN(2))).Replace(list[r.IntN(len(list))])
	}
	perhaps := func(t int) string { return fmt.Sprintf(" if (%sg%d) %s", []string{"", "!"}[r.IntN(2)], t+1, access(t)) }
	compared := 0
	for n := 0; n < *programs && !t.Failed(); n++ {
		threads := make([]string, 3+r.IntN(2))
		for k := range threads {
			if threads[k] = access(k); r.IntN(3) == 0 {
				threads[k] += perhaps(k)
			}
		}
		for range 1 + r.IntN(2) {
			k := r.IntN(len(threads))
			threads[k] = "begin(); " + access(k) + access(k) + perhaps(k) + " end();"
		}
		src := threadsWithSections(threads...)
		for k, m := range append(models.All(), c11.Model) {
			if !testsize.LeftOut(2, n+k) && compareSections(t, src, m, false) {
				compared++
			}
		}
	}
	if compared < *programs && testsize.Whole() || compared == 0 {
		t.Errorf("%d comparisons", compared)
	}
}

// TestSectionsThatWait: explorer and machine refuse an atomic section that waits after an access. A
// section that waits first is allowed, and has the meaning of a section that begins after the wait.
func TestSectionsThatWait(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		refused    bool
		one, other string
	}{
		{true, "begin(); write(x, 1); pthread_mutex_lock(&m); write(y, 1); pthread_mutex_unlock(&m); end();", "pthread_mutex_lock(&m); g1 = read(x); g2 = read(y); pthread_mutex_unlock(&m);"},
		{true, "begin(); write(x, 1); pthread_barrier_wait(&all); end();", "pthread_barrier_wait(&all);"},
		{true, "begin(); pthread_barrier_wait(&all); end();", "g1 = add(x); pthread_barrier_wait(&all);"},
		{true, "begin(); g1 = read(x); pthread_once(&o, other); end();", "pthread_once(&o, other);"},
		{true, "begin(); pthread_create(&u, 0, t1, 0); pthread_join(u, 0); end();", ""},
		{true, "begin(); write(y, 1); while (!read(x)); end();", "while (!read(y)); write(x, 1);"},
		{true, "begin(); g1 = read(y); while (!read(x)); end();", "write(y, 1); write(x, 1);"},
		{false, "begin(); pthread_mutex_lock(&m); write(x, 1); write(y, 1); pthread_mutex_unlock(&m); end();", "pthread_mutex_lock(&m); g1 = read(x); g2 = read(y); pthread_mutex_unlock(&m);"},
		{false, "begin(); begin(); atomic_thread_fence(memory_order_seq_cst); end(); int n = nondet_range(0, 1); (void)n; pthread_mutex_lock(&m); write(x, 1); pthread_mutex_unlock(&m); end();", "pthread_mutex_lock(&m); write(x, 2); pthread_mutex_unlock(&m);"},
		{false, "begin(); pthread_mutex_lock(&m); write(x, 1); end();", "pthread_mutex_lock(&m); begin(); g1 = read(x); end(); pthread_mutex_unlock(&m);"},
	} {
		src := strings.Replace(threadsWithSections(c.one, c.other), "static int", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_t u;\nstatic pthread_barrier_t all;\nstatic pthread_once_t o = PTHREAD_ONCE_INIT;\nstatic void other(void) {}\nstatic void *t1(void *);\nstatic int", 1)
		src = strings.Replace(src, "pthread_t t[2];", "pthread_t t[2]; pthread_barrier_init(&all, 0, 2);", 1)
		p, err := cfront.Compile("sections.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range append(models.All(), c11.Model) {
			want, _ := operationalEndings(t, p, m, 10_000, interp.Semantics{MaxSteps: 1000})
			got, _ := exploredEndings(t, p, axiom.Of(m), explore.AllReductions())
			if !slices.Equal(got, want) || len(got) == 0 || strings.Contains(got[0], "wait for") != c.refused {
				t.Errorf("%s: %s\nexplored %q\nthe machine %q", m.Name, src, got, want)
			}
		}
	}
}

// TestDoubleCompareAndSwap runs under the hardware models alone, as no other model defines a double
// compare-and-swap.
func TestDoubleCompareAndSwap(t *testing.T) {
	t.Parallel()
	compareRandomSections(t, true, models.All(), 53)
}

// TestSectionsWithoutChoice: the first reads of an atomic section may leave its later reads no
// choice: only a write that is not the last in co, or a write that another RMW reads. Under RC11
// events before the section restrict its reads as well.
func TestSectionsWithoutChoice(t *testing.T) {
	t.Parallel()
	for i, threads := range [][]string{
		{"write(x, 1);", "begin(); g1 = read(x); g2 = read(y); write(x, 2); end();", "write(y, 1);"},
		{"write(x, 1);", "begin(); g1 = read(x); g2 = read(y); add(x); end();", "write(y, 1);"},
		{"write(x, 1); write(y, 1);", "begin(); g2 = read(x); g1 = read(z); g3 = read(y); end();", "write(z, 1);"},
		{"add(x);", "g1 = dcas(&x, &y, 0, 0, 1, 1); g2 = dcas(&x, &y, 0, 1, 2, 1);", "write(y, 1);"},
		{"begin(); add(z); read(z); write(x, 1); end(); write(z, 2);", "g1 = read(y); fence_ss(); begin(); read(y); read(x); add(x); end();",
			"add(y); begin(); read(z); read(z); end();"},
		{"g1 = add(y);", "write(y, 2); write(y, 1);", "begin(); write(y, 1); g2 = add(y); end();"},
		{"begin(); g1 = read(y); g2 = add(z); end();", "write(z, 2);", "g3 = add(z);"},
		{"add(x);", "begin(); g1 = read(x); g2 = read(y); if (!g2) write(x, 5); end();", "write(y, 1);"},
		{"g4 = read(x);", "g1 = read(y); if (g1) { g2 = add(z); write(x, 1); }", "write(w, 1);", "begin(); write(y, 1); g3 = read(w); if (!g3) write(z, 5); end();"},
	} {
		src := threadsWithSections(threads...)
		twice := strings.Contains(src, "dcas")
		for k, m := range models.All() {
			if !testsize.LeftOut(2, i+k) {
				compareSections(t, src, m, twice)
			}
		}
		if !twice {
			compareSections(t, src, c11.Model, false)
		}
	}
}
