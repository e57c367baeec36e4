package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// recycling returns a program whose threads pass blocks on in two shared pointers, free them
// and allocate others, keep copies of their addresses, and compare them. No thread accesses
// a block.
func recycling(r *rand.Rand, threads, ops int) string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <stdint.h>\n")
	b.WriteString("static _Atomic(char *) x, y;\nstatic _Atomic uintptr_t kept;\n")
	order := func() string {
		return []string{"relaxed", "acq_rel", "seq_cst"}[r.IntN(3)]
	}
	load := func() string { return []string{"relaxed", "acquire", "seq_cst"}[r.IntN(3)] }
	// Some programs begin with operations that show blocks that come back.
	type operation struct {
		v    string
		what int
	}
	plans := [][][]operation{
		{{{"x", 0}, {"x", 0}}, {{"x", 7}}},
		{{{"y", 0}}, {{"x", 3}, {"y", 4}}, {{"x", 8}}},
		{{{"y", 0}}, {{"x", 3}, {"y", 9}}, {{"x", 8}}},
		{{{"x", 0}, {"y", 0}}, {{"x", 3}, {"y", 9}}},
		{{{"x", 3}, {"", 5}, {"x", 0}}, {{"x", 3}, {"", 6}}},
		{{{"x", 3}, {"", 5}}, {{"x", 8}}, {{"y", 0}, {"y", 3}, {"", 6}}}}
	results, plan := 0, plans[r.IntN(len(plans))]
	if r.IntN(4) == 0 {
		plan = nil
	}
	threads = max(threads, len(plan))
	var bodies strings.Builder
	for t := range threads {
		fmt.Fprintf(&bodies, "static void *t%d(void *a) { char *p = 0, *q = 0, *last = 0;\n", t)
		var begins []operation
		if t < len(plan) {
			begins = plan[t]
		}
		for k := range max(ops, len(begins)) {
			v, what := []string{"x", "x", "y"}[r.IntN(3)], r.IntN(10)
			if k < len(begins) {
				v, what = begins[k].v, begins[k].what
			} else if len(plan) == 3 && r.IntN(2) == 0 {
				break
			}
			switch what {
			case 0, 1, 2:
				fmt.Fprintf(&bodies, "\tfree(atomic_exchange_explicit(&%s, malloc(%d), memory_order_%s));\n", v, 8<<(3*(r.IntN(4)/3)), order())
			case 7:
				fmt.Fprintf(&bodies, "\t{ char *a = %[1]s, *b = %[1]s, *c = %[1]s; r%[2]d = 1 + (a && a == c && a != b); }\n", v, results)
				results++
			case 8:
				fmt.Fprintf(&bodies, "\tfree(atomic_exchange_explicit(&%s, 0, memory_order_%s));\n", v, order())
			case 9:
				fmt.Fprintf(&bodies, "\t{ char *e = p, *n = malloc(8); if (e && atomic_compare_exchange_strong_explicit(&%s, &e, n, memory_order_%s, memory_order_relaxed)) { r%d = 2; free(p); } else { r%[3]d = 1; free(n); } p = 0; }\n", v, order(), results)
				results++
			case 3:
				fmt.Fprintf(&bodies, "\tp = atomic_load_explicit(&%s, memory_order_%s);\n", v, load())
			case 4:
				fmt.Fprintf(&bodies, "\tq = atomic_load_explicit(&%s, memory_order_%s); r%d = 1 + (q && p == q) + 2 * (q == last); last = p;\n", v, load(), results)
				results++
			case 5:
				fmt.Fprintf(&bodies, "\tatomic_store_explicit(&kept, (uintptr_t)p << 8 | %d, memory_order_relaxed);\n", r.IntN(3))
			case 6:
				same := "(uintptr_t)p == %s >> 8"
				if r.IntN(2) == 0 {
					same = "((uintptr_t)p << 8 | 1) == %s"
				}
				fmt.Fprintf(&bodies, "\tr%d = 1 + (p && "+same+");\n", results, "atomic_load_explicit(&kept, memory_order_relaxed)")
				results++
			}
		}
		bodies.WriteString("\treturn a; }\n")
	}
	for k := range results {
		fmt.Fprintf(&b, "static int r%d;\n", k)
	}
	b.WriteString(bodies.String())
	b.WriteString("int main(void) { x = malloc(8);\n")
	if r.IntN(2) == 0 {
		b.WriteString("\ty = malloc(8);\n")
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_t h%d; pthread_create(&h%d, 0, t%d, 0);\n", t, t, t)
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_join(h%d, 0);\n", t)
	}
	// This always fails. Blocks are reused only in programs with a compare-exchange.
	b.WriteString("\tuintptr_t never = 1; atomic_compare_exchange_strong_explicit(&kept, &never, 0, memory_order_relaxed, memory_order_relaxed);\n\treturn 0; }\n")
	return b.String()
}

// endingsWith returns the outcomes and errors that the explorer finds with a rule of reuse.
func endingsWith(t *testing.T, p *code.Program, m *axiom.Model, reuse vm.Reuse, reductions explore.Reductions) []string {
	var mu sync.Mutex
	found := map[string]bool{}
	machine := interp.Options{Semantics: interp.Semantics{Reuse: reuse}}
	if reuse == vm.ReuseStale {
		machine.Coverage = vm.NewCoverage(p) // which performs instructions in another way
	}
	r, err := explore.Run(context.Background(), p, m, explore.Options{
		Machine: machine, Workers: 1, Reductions: reductions, MaxExecutions: 2_000,
		Each: func(x *explore.Execution) {
			mu.Lock()
			found[finals(p, x.Final)] = true
			mu.Unlock()
		}})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		return nil
	}
	for _, e := range r.Errors {
		found[ending(e.Error)] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// machineEndings returns the outcomes and errors of all runs of a machine; ok is false if the runs
// are too many.
func machineEndings(t *testing.T, p *code.Program, m *models.Model, reuse vm.Reuse) (list []string, ok bool) {
	mc := interp.New(p, m, interp.Options{Semantics: interp.Semantics{Reuse: reuse}})
	s := &strategy.DFS{Reduced: true}
	found := map[string]bool{}
	for n := 0; s.Begin(n); n++ {
		if n == 10_000 {
			return nil, false
		}
		switch r := mc.Run(context.Background(), s, nil); r.Outcome {
		case interp.Completed:
			found[finals(p, mc.Final)] = true
		case interp.Discarded:
		case interp.Failed:
			found[ending(r.Err)] = true
		default:
			t.Fatalf("%s: %v %v", m.Name, r.Outcome, r.Err)
		}
	}
	return slices.Sorted(maps.Keys(found)), true
}

// TestReuseAgreesWithMachines: the explorer reuses blocks as the machines do. If it reuses a block
// only while a copy of its address may be left, the outcomes and errors are the same as if it always
// reuses blocks.
func TestReuseAgreesWithMachines(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 42))
	compared, more := 0, 0
	for n := range 3 * *programs {
		text := recycling(r, 2+r.IntN(4)/3, 1+r.IntN(3))
		p, err := cfront.Compile("t.c", []byte(text), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range append(models.All(), c11.Model) {
			if testsize.LeftOut(3, n+k) {
				continue
			}
			am := axiom.Of(m)
			want := endingsWith(t, p, am, vm.ReuseAlways, explore.Reductions{})
			if want == nil {
				continue
			}
			for _, reductions := range []explore.Reductions{{}, explore.AllReductions()} {
				if got := endingsWith(t, p, am, vm.ReuseStale, reductions); !slices.Equal(got, want) {
					t.Fatalf("%s:\n%sstale\n\t%s\nalways\n\t%s", m.Name, text, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				}
			}
			if never := endingsWith(t, p, am, vm.ReuseNever, explore.Reductions{}); len(never) < len(want) {
				more++
			}
			for _, reuse := range []vm.Reuse{vm.ReuseStale, vm.ReuseAlways} {
				got, ok := machineEndings(t, p, m, reuse)
				if !ok {
					continue
				}
				if compared++; !agree(m, want, got) {
					t.Fatalf("%s, %v:\n%sexplored\n\t%s\noperational\n\t%s", m.Name, reuse, text, strings.Join(want, "\n\t"), strings.Join(got, "\n\t"))
				}
			}
		}
	}
	t.Logf("%d comparisons, %d of blocks that come back", compared, more)
	if compared < *programs || more == 0 {
		t.Errorf("only %d comparisons, of which %d show blocks that come back", compared, more)
	}
}

// TestKnownReuse: what TestReuseAgreesWithMachines found, or hardly ever makes.
func TestKnownReuse(t *testing.T) {
	for file, text := range programsIn(t, "testdata/reuse/*.c") {
		p, m := compile(t, text), axiom.Of(c11.Model)
		want := endingsWith(t, p, m, vm.ReuseAlways, explore.Reductions{})
		for _, reductions := range []explore.Reductions{{}, explore.AllReductions()} {
			if got := endingsWith(t, p, m, vm.ReuseStale, reductions); want == nil || !slices.Equal(got, want) {
				t.Errorf("%s: stale %q, always %q", file, got, want)
			}
		}
	}
}

// TestReuseIsShown: the execution of an error that needs a reused block is repeated as a graph and as
// a run of the machine.
func TestReuseIsShown(t *testing.T) {
	t.Parallel()
	const text = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) slot;
static atomic_int version;
static void *taker(void *a) {
	int *p = atomic_load(&slot);
	int v = atomic_load(&version);
	if (p && atomic_compare_exchange_strong(&slot, &p, NULL)) assert(atomic_load(&version) == v);
	return a;
}
static void *replacer(void *a) {
	int *old = atomic_exchange(&slot, NULL);
	if (!old) return a;
	free(old);
	return a;
}
static void *other(void *a) {
	int *n = MAKE;
	atomic_fetch_add(&version, 1);
	atomic_store(&slot, n);
	return a;
}
int main(void) {
	pthread_t s, t, u;
	atomic_store(&slot, malloc(sizeof(int)));
	pthread_create(&s, 0, taker, 0);
	pthread_create(&t, 0, replacer, 0);
	pthread_create(&u, 0, other, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
`
	for _, allocation := range []string{"malloc(4)", "calloc(1, 4)", "realloc(NULL, 4)"} {
		p, err := cfront.Compile("t.c", []byte(text), cfront.Options{Defines: []string{"MAKE=" + allocation}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range append(models.All(), c11.Model) {
			o := explore.Options{Machine: interp.Options{Semantics: interp.Semantics{Reuse: vm.ReuseStale}}, Workers: 1, Reductions: explore.AllReductions()}
			r, err := explore.Run(context.Background(), p, axiom.Of(m), o)
			if err != nil || len(r.Errors) == 0 {
				t.Fatal(m.Name, allocation, err, "no error")
			}
			for i := range r.Errors {
				var rec trace.Recorder
				if _, _, err := explore.Linearise(context.Background(), p, m, o.Machine, &r.Errors[i], &rec); err != nil {
					t.Errorf("%s, %s: %v: %v", m.Name, allocation, r.Errors[i].Error, err)
				}
				again, err := explore.Replay(context.Background(), p, axiom.Of(m), explore.Options{Machine: o.Machine}, r.Errors[i].Witness.Schedule())
				if err != nil || len(again.Errors) == 0 || again.Errors[0].Error.Key() != r.Errors[i].Error.Key() {
					t.Errorf("%s, %s: not made again: %v", m.Name, allocation, err)
				}
			}
		}
	}
}
