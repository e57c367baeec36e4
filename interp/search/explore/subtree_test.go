package explore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// sent returns v after a round trip through JSON.
func sent[T any](t testing.TB, v T) (out T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// inParts explores a program in parts, in random order: the parts of Subtrees, and the rest that
// each part leaves when enough ends it. It returns the joined report and the number of parts.
func inParts(t testing.TB, p *code.Program, m *axiom.Model, o explore.Options, first int, enough func() bool, r *rand.Rand) (*explore.Report, int) {
	t.Helper()
	ctx := context.Background()
	todo, err := explore.Subtrees(ctx, p, m, o, first)
	if err != nil {
		t.Fatal(err)
	}
	var parts []*explore.Part
	for len(todo) > 0 {
		k := r.IntN(len(todo))
		s := todo[k]
		todo[k] = todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		part, rest, err := explore.RunSubtree(ctx, p, m, o, sent(t, s), enough)
		var met *explore.AnewError
		if errors.As(err, &met) {
			todo, parts = []explore.Subtree{met.Whole()}, nil
			continue
		} else if err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		parts, todo = append(parts, sent(t, part)), append(todo, rest...)
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	report, err := explore.Join(m.Name, parts)
	if err != nil {
		t.Fatal(err)
	}
	return report, len(parts)
}

// TestPartsAreTheSearch: joined parts make the report of the search, however it is divided.
func TestPartsAreTheSearch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	never := func() bool { return false }
	divided := 0
	searches := 0
	for i, c := range []struct {
		file, define string
		machine      interp.Options
		idle, exit   bool
		all          bool
	}{
		{file: "explore/coa.c", define: "N=3"}, {file: "explore/ainc.c", define: "N=4"},
		{file: "explore/lock2inc.c", define: "N=2"}, {file: "explore/sb.c", define: "N=4"},
		{file: "explore/peterson.c", machine: interp.Options{Semantics: interp.Semantics{Unroll: 2}}}, {file: "explore/fib.c", define: "N=2", exit: true},
		{file: "explore/readers.c", define: "N=3", idle: true}, {file: "litmus/SB.c"},
		{file: "c11/seqlock.c", machine: interp.Options{Semantics: interp.Semantics{Unroll: 2}}}, {file: "litmus/MP.c", machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}}},
		{file: "c11/mcs-lock.c", machine: interp.Options{Semantics: interp.Semantics{Unroll: 1}}, idle: true},
		{file: "explore/indexer.c", all: true}, {file: "explore/coa.c", define: "N=3", all: true}, {file: "explore/rw.c", all: true},
		{file: "liveness/fetch.c", all: true}, {file: "liveness/peterson_turn.c", all: true}, {file: "linearizable/mpmc-queue.c", all: true},
	} {
		if testsize.LeftOut(4, i) {
			continue
		}
		p := benchmark(t, c.file, c.define)
		observed, err := explore.Observe(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{
			Machine: c.machine, Workers: 1, Reductions: explore.Reductions{SkipIdle: c.idle}, StopAtExit: c.exit,
			Outcome: func(dst []byte, x *explore.Execution) []byte { return explore.AppendState(dst, x, observed) },
		}
		if c.all {
			o.Reductions, o.UnrollEndless = explore.AllReductions(), explore.DefaultUnroll
		}
		for _, m := range []*axiom.Model{axiom.RC11, axiom.TSO} {
			want := explored(t, p, m, o)
			if want.Executions+want.Blocked+want.Bounded > 20_000 {
				t.Fatalf("%s, %s: %d executions are too many", c.file, m.Name, want.Executions)
			}
			for _, way := range []struct {
				name   string
				first  int
				enough func() bool
			}{
				{"whole", 1, never}, {"64 parts", 64, never}, {"rest at once", 1, func() bool { return true }},
				{"rest now and then", 5, func() bool { return r.IntN(3) == 0 }},
			} {
				got, n := inParts(t, p, m, o, way.first, way.enough, r)
				if searches++; n > 1 {
					divided++
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s, %s, %d parts: %s, want %s", c.file, m.Name, way.name, n, brief(got), brief(want))
				}
			}
		}
	}
	if divided < searches*3/10 {
		t.Errorf("only %d searches of %d were divided", divided, searches)
	}
}

// benchmark compiles a program of the folder benchmarks.
func benchmark(t testing.TB, path string, defines ...string) *code.Program {
	t.Helper()
	text, err := os.ReadFile("../../../benchmarks/" + path)
	if err != nil {
		t.Fatal(err)
	}
	o := cfront.Options{IncludeDirs: []string{"../../../benchmarks"}}
	for _, d := range defines {
		if d != "" {
			o.Defines = append(o.Defines, d)
		}
	}
	p, err := cfront.Compile("../../../benchmarks/"+path, text, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func brief(r *explore.Report) string {
	return fmt.Sprintf("%d executions, %d blocked, %d bounded, %d outcomes, %d errors, complete %t",
		r.Executions, r.Blocked, r.Bounded, len(r.Outcomes), len(r.Errors), r.Complete)
}

// TestSubtreeOfAnotherSearch: a way that leads to no node is an error.
func TestSubtreeOfAnotherSearch(t *testing.T) {
	t.Parallel()
	p := benchmark(t, "litmus/SB.c")
	for _, way := range [][]explore.Branch{{{From: 0, Taken: 99}}, {{From: -1, Taken: 0}}, {{From: 1, Taken: 0}}} {
		_, _, err := explore.RunSubtree(context.Background(), p, axiom.SC, explore.Options{}, explore.Subtree{Way: way}, func() bool { return false })
		if err == nil {
			t.Errorf("%v is taken", way)
		}
	}
}

// TestPartsOfAnotherPartition: a part that finds that critical sections conflict has the whole search begin
// anew, and then the joined parts make the report of the search.
func TestPartsOfAnotherPartition(t *testing.T) {
	t.Parallel()
	src := "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int z;\n" + fn("a", "pthread_rwlock_wrlock(&l); z++; pthread_rwlock_unlock(&l);")
	for i := range 4 {
		src += fn(string(rune('b'+i)), "pthread_rwlock_rdlock(&l); (void)*(volatile int *)&z; pthread_rwlock_unlock(&l);")
	}
	p := compile(t, src+threads(5))
	o := explore.Options{Workers: 1, Reductions: explore.AllReductions()}
	o.Symmetry = false
	for _, m := range axiom.All() {
		want := explored(t, p, m, o)
		todo, parts, anew := []explore.Subtree{{}}, []*explore.Part(nil), 0
		for len(todo) > 0 {
			s := todo[0]
			part, rest, err := explore.RunSubtree(context.Background(), p, m, o, sent(t, s), func() bool { return true })
			var again *explore.AnewError
			if errors.As(err, &again) {
				todo, parts, anew = []explore.Subtree{again.Whole()}, nil, anew+1
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			todo, parts = append(todo[1:], rest...), append(parts, sent(t, part))
		}
		got, err := explore.Join(m.Name, parts)
		if err != nil {
			t.Fatal(err)
		}
		if got.Executions != 16 || anew == 0 || len(parts) < 2 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d parts, %d times anew:\n%+v\n%+v", m.Name, len(parts), anew, got, want)
		}
	}
}
