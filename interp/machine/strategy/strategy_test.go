package strategy_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// chiSquare returns Pearson's statistic of counts against equal ones.
func chiSquare(counts []int) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	want, sum := float64(n)/float64(len(counts)), 0.0
	for _, c := range counts {
		d := float64(c) - want
		sum += d * d / want
	}
	return sum
}

// TestRandomIsUniform compares the answers with equal frequencies: within an
// execution, and the first ones of consecutive executions, alone and in pairs.
// The limits are those that chance exceeds once in 1000 cases; the seed is fixed.
func TestRandomIsUniform(t *testing.T) {
	const n = 5
	choice := &interp.Choice{N: n}
	within, first, pairs, kinds := make([]int, n), make([]int, n), make([]int, n*n), make([]int, 3)
	s := strategy.NewRandom(1)
	s.Begin(0)
	for range 50_000 {
		within[s.Choose(choice)]++
	}
	last := s.Choose(choice)
	for run := range 50_000 {
		if !s.Begin(run) {
			t.Fatal("a random strategy never ends")
		}
		k := s.Choose(choice)
		first[k]++
		pairs[n*last+k]++
		last = k
		kinds[s.Choose(&interp.Choice{N: 3, Kind: interp.ReadFrom})]++
	}
	for _, c := range []struct {
		what   string
		counts []int
		limit  float64 // of the distribution with one degree of freedom less than counts
	}{
		{"answers of an execution", within, 18.47},
		{"first answers", first, 18.47},
		{"first answers of two executions", pairs, 51.18},
		{"second answers", kinds, 13.82},
	} {
		if x := chiSquare(c.counts); x > c.limit {
			t.Errorf("%s: chi-square %.1f exceeds %.1f: %v", c.what, x, c.limit, c.counts)
		}
	}
}

// TestRandStreams checks that a stream depends on all of its names, their order
// included, and on nothing else.
func TestRandStreams(t *testing.T) {
	draw := func(r strategy.Rand) [4]uint64 {
		return [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	}
	seen := map[uint64]string{}
	for seed := range uint64(20) {
		for a := range uint64(20) {
			for b := range uint64(20) {
				for _, names := range [][]uint64{{a, b}, {b, a, a}, {a}} {
					if len(names) == 1 && b > 0 {
						continue
					}
					what := fmt.Sprint(seed, names)
					got := draw(strategy.NewRand(seed, names...))
					if got != draw(strategy.NewRand(seed, names...)) {
						t.Fatalf("%s: two generators of one name differ", what)
					}
					for _, x := range got {
						if other, ok := seen[x]; ok {
							t.Fatalf("%s and %s have a number in common", what, other)
						}
						seen[x] = what
					}
				}
			}
		}
	}
	r := strategy.NewRand(3)
	for n := 1; n < 2000; n += 7 {
		if k := r.Intn(n); k < 0 || k >= n {
			t.Fatalf("%d is not in [0, %d)", k, n)
		}
	}
}

// TestRandomRunsAreIndependent checks that an execution depends on the seed and
// its number, not on those before it.
func TestRandomRunsAreIndependent(t *testing.T) {
	answers := func(s *strategy.Random, run, n int) (list []int) {
		s.Begin(run)
		for range n {
			list = append(list, s.Choose(&interp.Choice{N: 1000}))
		}
		return list
	}
	s := strategy.NewRandom(7)
	answers(s, 0, 3)
	want := answers(s, 5, 10)
	if got := answers(strategy.NewRandom(7), 5, 10); !slices.Equal(got, want) {
		t.Errorf("%v and %v", got, want)
	}
	for name, got := range map[string][]int{
		"another execution": answers(s, 6, 10), "another seed": answers(strategy.NewRandom(8), 5, 10)} {
		if slices.Equal(got, want) {
			t.Errorf("%s is the same", name)
		}
	}
}

func TestReplay(t *testing.T) {
	for _, c := range []struct {
		name     string
		recorded []int32
		asked    []int // alternatives of each question
		answers  []int
		followed bool
	}{
		{"all asked", []int32{1, 0, 2}, []int{2, 2, 3}, []int{1, 0, 2}, true},
		{"nothing", nil, nil, nil, true},
		{"asked too little", []int32{1, 0, 2}, []int{2, 2}, []int{1, 0}, false},
		{"asked too much", []int32{1}, []int{2, 2, 4}, []int{1, 0, 0}, false},
		{"answer that does not exist", []int32{2, 1}, []int{2, 2}, []int{0, 0}, false},
		{"negative answer", []int32{-1}, []int{2}, []int{0}, false},
		{"of another program", []int32{1, 5, 1}, []int{2, 3, 2}, []int{1, 0, 0}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := strategy.NewReplay(c.recorded)
			for range 2 { // Begin starts anew
				if !s.Begin(0) || s.Begin(1) {
					t.Fatal("a replay is one execution")
				}
				s.Begin(0)
				var answers []int
				for _, n := range c.asked {
					answers = append(answers, s.Choose(&interp.Choice{N: n}))
				}
				if !slices.Equal(answers, c.answers) || s.Followed() != c.followed {
					t.Errorf("answers %v, followed %v", answers, s.Followed())
				}
			}
		})
	}
}

// TestDFSTree enumerates trees whose shape depends on the answers.
func TestDFSTree(t *testing.T) {
	s := &strategy.DFS{}
	for range 2 { // run 0 starts anew
		var got []string
		for run := 0; s.Begin(run); run++ {
			path := ""
			for n := 3; n > 1; {
				k := s.Choose(&interp.Choice{N: n})
				path += fmt.Sprint(k)
				n -= k + 1 // 3 -> 2, 1, 0
			}
			got = append(got, path)
		}
		if want := []string{"00", "01", "1", "2"}; !slices.Equal(got, want) {
			t.Errorf("%v, not %v", got, want)
		}
	}
	s.Begin(0) // an execution that asks nothing
	if s.Begin(1) {
		t.Error("there is a second execution without choices")
	}
}

func compile(t *testing.T, src string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("t.c", []byte("#include <fencepost.h>\n#include <pthread.h>\n"+src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDFSCounts counts the executions of tiny programs, where the number can be
// derived.
func TestDFSCounts(t *testing.T) {
	// The thread's operations up to its end are in order; main waits for them
	// and its buffer before it joins.
	two := func(thread, main string) string {
		return `int x, y, z, w;
			void *f(void *p) { ` + thread + ` return p; }
			int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ` + main + ` pthread_join(t, 0); return 0; }`
	}
	for _, c := range []struct {
		name, src string
		want      [4]int // sc, tso, pso, pslo
	}{
		// The thread's end comes before main's join.
		{"nothing", two("", ""), [4]int{1, 1, 1, 1}},
		// The commit comes before the end or after it.
		{"one store", two("x = 1;", ""), [4]int{1, 2, 2, 2}},
		// s s' e are in order; c' comes after s', before or after e; c after s
		// has 4 places; in TSO 2 or 3 of them, for it comes before c'.
		{"two stores", two("x = 1; y = 1;", ""), [4]int{1, 5, 8, 8}},
		// One location: c before c' in every model.
		{"two stores to one location", two("x = 1; x = 2;", ""), [4]int{1, 5, 5, 5}},
		// The fence takes its place between; c comes before it or in it.
		{"fence", two("x = 1; fence_sl(); y = 1;", ""), [4]int{1, 4, 4, 4}},
		// Loads have no choice; 2 of main among 3 of the thread.
		{"loads", two("int a = x + y; (void)a;", "int a = x + y; (void)a;"), [4]int{10, 10, 10, 10}},
		{"values", "int main(void) { return nondet_range(1, 3) * nondet_range(0, 4); }", [4]int{15, 15, 15, 15}},
		{"dependent values", "int main(void) { int n = nondet_range(0, 3); return n ? nondet_range(0, n) : 0; }", [4]int{10, 10, 10, 10}},
		{"locks", "pthread_mutex_t m; " + two("pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", ""), [4]int{1, 2, 2, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, c.src)
			for i, model := range models.All() {
				m := interp.New(p, model, interp.Options{})
				s := &strategy.DFS{}
				seen := map[string]bool{}
				n := 0
				for ; s.Begin(n) && n < 1000; n++ {
					r := m.Run(context.Background(), s, nil)
					if r.Outcome != interp.Completed {
						t.Fatalf("%s: %v: %v", model.Name, r.Outcome, r.Err)
					}
					seen[fmt.Sprint(r.Choices())] = true
				}
				if n != c.want[i] || len(seen) != n {
					t.Errorf("%s: %d executions, %d of them different, not %d", model.Name, n, len(seen), c.want[i])
				}
			}
		})
	}
}

// What a reduced search tried sleeps until a step comes that depends on it (Godefroid, 1996, sleep
// sets). Two steps depend on each other if both are of one location and one of them writes. No choice
// is asked for where one step alone is left, so that one is taken although it sleeps.
func TestDFSSleeps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		one, two string
		want     int // under sc
	}{
		{"STORE(x, 1);", "STORE(y, 1);", 2},
		{"STORE(x, 1); STORE(x, 2);", "STORE(y, 1); STORE(y, 2);", 3}, // not 6: b1 b2 a1 a2 stands for all that begin with b1
		{"LOAD(x);", "LOAD(x);", 2},
		{"STORE(x, 1);", "STORE(x, 2);", 2},
		{"STORE(x, 1);", "LOAD(x);", 2},
		{"STORE(x, 1); STORE(x, 2);", "LOAD(x);", 3},
		{"STORE(x, 1); STORE(y, 1);", "STORE(x, 2);", 3},
		{"STORE(x, 1); LOAD(y);", "STORE(y, 1); LOAD(x);", 4}, // not 6
		{"STORE(x, 1); STORE(y, 1);", "LOAD(y); LOAD(x);", 4},
	} {
		p := compile(t, header+"void *a(void *p) { "+c.one+" return p; }\nvoid *b(void *p) { "+c.two+" return p; }\n"+two)
		m := interp.New(p, models.SC, interp.Options{})
		s := &strategy.DFS{Reduced: true}
		completed := 0
		for run := 0; s.Begin(run) && run < 1000; run++ {
			switch r := m.Run(context.Background(), s, nil); r.Outcome {
			case interp.Completed:
				completed++
			case interp.Discarded:
			default:
				t.Fatalf("%s || %s: %v: %v", c.one, c.two, r.Outcome, r.Err)
			}
		}
		if completed != c.want {
			t.Errorf("%s || %s: %d executions, want %d", c.one, c.two, completed, c.want)
		}
	}
}
