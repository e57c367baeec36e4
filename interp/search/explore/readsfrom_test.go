package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// readsFromKey names the reads-from class of a graph.
func readsFromKey(g *explore.Graph) string {
	threads := make([]strings.Builder, 16)
	for _, e := range g.Events {
		if s := &threads[e.Thread]; e.Kind.Reads() && e.RF >= 0 {
			w := &g.Events[e.RF]
			fmt.Fprintf(s, "%d.%d r %d.%d;", e.Thread, e.Index, w.Thread, w.Index)
		} else if e.Kind.Reads() {
			fmt.Fprintf(s, "%d.%d r init;", e.Thread, e.Index)
		}
	}
	var all strings.Builder
	for t := range threads {
		all.WriteString(threads[t].String())
	}
	return all.String()
}

// TestReadsFromClasses compares the classes that are explored with those of the executions
// that are when coherence order is branched on: they are the same, and each comes once.
func TestReadsFromClasses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 71))
	fewer := 0
	for range testsize.Count(60, 2000) {
		p := randomProgram(r, 2+r.IntN(3), 4+r.IntN(5), 1+r.IntN(2))
		prog := p.compile(t, false)
		for _, m := range append(axiom.All(), axiom.RC20) {
			const enough = 20_000
			classes := func(o explore.Reductions) (counts map[string]int, r *explore.Report) {
				counts = map[string]int{}
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, MaxExecutions: enough, Reductions: o, Anew: func() { clear(counts) }, Each: func(x *explore.Execution) {
					g := x.Graph()
					counts[readsFromKey(g)]++
				}})
				if err != nil {
					t.Fatal(err)
				}
				return counts, r
			}
			want, all := classes(explore.Reductions{})
			if !all.Complete {
				continue
			}
			got, some := classes(explore.Reductions{ReadsFrom: true})
			if !maps.EqualFunc(got, want, func(n, _ int) bool { return n == 1 }) {
				t.Errorf("%s:\n%s%d classes explored, %d expected", m.Name, p, len(got), len(want))
				for _, k := range slices.Sorted(maps.Keys(want)) {
					if got[k] != 1 {
						t.Errorf("%d times %s", got[k], k)
					}
				}
				for _, k := range slices.Sorted(maps.Keys(got)) {
					if want[k] == 0 {
						t.Errorf("extra %s", k)
					}
				}
				return
			}
			if a, b := errorKeys(some), errorKeys(all); a != b {
				t.Fatalf("%s:\n%s%s, expected %s", m.Name, p, a, b)
			}
			if some.Executions < all.Executions {
				fewer++
			}
		}
	}
	if fewer == 0 {
		t.Error("no program has fewer classes")
	}
}

// A thread stops at a read of either of two writes. Which of them is last is only decided by the
// exchange, which lets the thread go on.
func TestReadOfEither(t *testing.T) {
	t.Parallel()
	prog := compile(t, "#include <assert.h>\nstatic atomic_int x; static pthread_mutex_t m; static int a_, b_;\n"+
		fn("a", "atomic_store(&x, 2); pthread_mutex_lock(&m); int r = atomic_load(&x); assume(r == 1); pthread_mutex_unlock(&m); a_ = r;")+
		fn("b", "pthread_mutex_lock(&m); atomic_store(&x, 3); pthread_mutex_unlock(&m); b_ = atomic_exchange(&x, 1);")+
		fn("c", "pthread_mutex_lock(&m); atomic_store(&x, 2); pthread_mutex_unlock(&m); ")+
		strings.Replace(threads(3), "return 0", "assert(!(x == 2 && a_ == 1 && b_ == 2)); return 0", 1))
	for _, m := range axiom.All() {
		r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
		if err != nil || len(r.Errors) != 1 || !r.Unordered {
			t.Fatal(m.Name, r, err)
		}
		replays(t, prog, m, interp.Options{}, r)
	}
}

// TestReadsFrom compares what programs that wait, spin, assert and use the heap end in.
func TestReadsFrom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 72))
	fewer := 0
	for n := range testsize.Count(60, 2000) {
		p := randomProgram(r, 2+r.IntN(2), 5+r.IntN(3), 2)
		var src string
		switch n % 3 {
		case 0:
			src = waiting(r, p.source(true))
		case 1:
			src = storingPlainly(r, 3+r.IntN(9), spinning(r, p.source(true)))
		default:
			src = randomSynchronisation(r, synchronising[n%len(synchronising)])
		}
		if n%3 < 2 {
			src = "#include <assert.h>\n" + orders + src
		}
		prog := compile(t, src)
		for _, m := range axiom.All() {
			const enough = 20_000
			unroll := 1 + r.IntN(3)
			run := func(reads, symmetry bool) (*explore.Report, error) {
				o := explore.AllReductions()
				o.ReadsFrom, o.Symmetry = reads, symmetry
				return explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: o, MaxExecutions: enough, Machine: interp.Options{Semantics: interp.Semantics{Unroll: unroll}},
					Outcome: finalsOf(prog)})
			}
			want, werr := run(false, true)
			if werr == nil && want.Executions+want.Blocked+want.Bounded >= enough {
				continue
			}
			got, gerr := run(true, true)
			if werr != nil || gerr != nil {
				if werr == nil || gerr == nil || werr.Error() != gerr.Error() {
					t.Fatalf("%s:\n%s\n%v\nwant %v", m.Name, src, gerr, werr)
				}
				continue
			}
			if want.Symmetric && !got.Symmetric { // then each of two twins may be the one that waits
				if want, werr = run(false, false); werr != nil || !want.Complete {
					continue
				}
			}
			if len(want.Errors) == 0 && got.Executions > want.Executions || got.Complete != want.Complete || want.Complete && (errorKeys(got) != errorKeys(want) || !sameOutcomes(got, want)) {
				t.Fatalf("%s, unroll %d:\n%s\n%+v %s\nwant\n%+v %s", m.Name, unroll, src, got, errorKeys(got), want, errorKeys(want))
			}
			if n%3 < 2 {
				replays(t, prog, m, interp.Options{Semantics: interp.Semantics{Unroll: unroll}}, got)
			}
			if got.Executions < want.Executions {
				fewer++
			}
		}
	}
	if fewer == 0 {
		t.Error("no program has fewer classes")
	}
}

// TestReadsFromOnWorkers explores programs by one worker and by three: the reports are the same,
// with the executions of errors.
func TestReadsFromOnWorkers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 73))
	for n := range testsize.Count(30, 1000) {
		p := randomProgram(r, 2+r.IntN(2), 5+r.IntN(3), 2)
		src := waiting(r, p.source(true))
		if n%2 == 0 {
			src = storingPlainly(r, 3+r.IntN(9), spinning(r, p.source(true)))
		}
		prog := compile(t, "#include <assert.h>\n"+orders+src)
		for _, m := range axiom.All() {
			run := func(workers int) *explore.Report {
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: workers, Reductions: explore.AllReductions(), Machine: interp.Options{Semantics: interp.Semantics{Unroll: 2}},
					Outcome: finalsOf(prog)})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			if one, three := run(1), run(3); !reflect.DeepEqual(one, three) {
				t.Fatalf("%s:\n%s\n%+v\n%+v", m.Name, src, one, three)
			}
		}
	}
}
