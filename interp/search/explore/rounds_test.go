package explore_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// roundsOf lets the threads of an execution run in turn, each until it reads a write that does not
// exist yet. It returns the number of rounds.
func roundsOf(g *explore.Graph) int {
	threads := 0
	for _, e := range g.Events {
		threads = max(threads, int(e.Thread)+1)
	}
	byThread := make([][]int, threads)
	for i, e := range g.Events {
		byThread[e.Thread] = append(byThread[e.Thread], i)
	}
	created := make([]int, threads)
	for i, e := range g.Events {
		if e.Kind == axiom.Create {
			created[e.Peer] = i
		}
	}
	done, left, next := make([]bool, len(g.Events)), len(g.Events), make([]int, threads)
	for round := 1; ; round++ {
		for t := range byThread {
			for next[t] < len(byThread[t]) {
				id := byThread[t][next[t]]
				e := &g.Events[id]
				ready := t == 0 || done[created[t]]
				if e.Kind.Reads() && e.RF >= 0 {
					ready = ready && done[e.RF]
				}
				if e.Kind == axiom.Join {
					ready = ready && next[e.Peer] == len(byThread[e.Peer])
				}
				if !ready {
					break
				}
				done[id] = true
				next[t]++
				left--
			}
		}
		if left == 0 {
			return round
		}
	}
}

// TestRounds: a bound on rounds leaves exactly the complete executions that need no more rounds.
func TestRounds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 47))
	bounded := 0
	for range testsize.Count(30, 2000) {
		src := randomProgram(r, 2+r.IntN(2), 5+r.IntN(3), 2).source(true)
		prog := compile(t, src)
		for _, m := range axiom.All() {
			var mu sync.Mutex
			want := map[int]int64{}
			explored(t, prog, m, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
				mu.Lock()
				defer mu.Unlock()
				want[roundsOf(x.Graph())]++
			}})
			sum := int64(0)
			for n := 1; n <= 4; n++ {
				sum += want[n]
				got := explored(t, prog, m, explore.Options{Workers: 1, Rounds: n})
				if len(got.Errors) == 0 && got.Executions != sum {
					t.Fatalf("%s, %d rounds: %d executions, want %d\n%s", m.Name, n, got.Executions, sum, src)
				}
				if got.Bounded > 0 {
					bounded++
				}
			}
		}
	}
	if bounded == 0 {
		t.Error("no search was bounded")
	}
}

// TestEndless: the search bounds the iterations of a loop that may continue for ever, and reports
// the loop. It does not bound a loop that counts or waits.
func TestEndless(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body                        string
		executions, bounded, places int
	}{
		{"while (!atomic_load(&x)) atomic_fetch_add(&y, 1);", 3, 1, 1},
		{"while (!atomic_load(&x));", 1, 0, 0},
		{"for (int i = 0; i < 40; i++) atomic_fetch_add(&y, 1);", 1, 0, 0},
		{"for (;;) { atomic_store(&y, 1); if (atomic_load(&x)) break; }", 2, 0, 0},
		{"for (z = 0; z < 40; z++) atomic_store(&y, 1);", 1, 0, 0},
		{"for (z = 0; z < 40 * one; z++);", 1, 0, 0},
		{"while (!atomic_load(&x)) z++;", 3, 1, 1},
		{"for (;;) z = !z;", 0, 1, 1},
	} {
		src := "#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\natomic_int x, y;\nint z, one = 1;\n" + fn("a", c.body) + fn("b", "atomic_store(&x, 1);") + threads(2)
		prog := compile(t, src)
		for _, workers := range []int{1, 2} {
			r := explored(t, prog, axiom.RC11, explore.Options{Workers: workers, UnrollEndless: 3, Reductions: explore.AllReductions()})
			if int(r.Executions) != c.executions || int(r.Bounded) != c.bounded || len(r.Endless) != c.places || r.Complete != (c.bounded == 0) {
				t.Errorf("%s: %+v", c.body, r)
			}
		}
		r := explored(t, prog, axiom.RC11, explore.Options{Workers: 1, UnrollEndless: 3, Machine: interp.Options{Semantics: interp.Semantics{Unroll: 41}}})
		if len(r.Endless) > 0 {
			t.Errorf("%s: a bound that was given is replaced: %+v", c.body, r)
		}
	}
}
