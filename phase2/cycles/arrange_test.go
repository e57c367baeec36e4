package cycles

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/predict"
)

// randomThreads returns a program of two or three threads that mostly store.
func randomThreads(r *rand.Rand) string {
	text, main := "#include <pthread.h>\n#include <fencepost.h>\nint x, y, z;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n", ""
	for t := range 2 + r.IntN(2) {
		body := ""
		for range 2 + r.IntN(3) {
			l := string("xyz"[r.IntN(3)])
			body += "\n\t" + []string{
				fmt.Sprintf("%s = %d;", l, 1+r.IntN(3)),
				fmt.Sprintf("__atomic_store_n(&%s, %d, __ATOMIC_RELEASE);", l, 1+r.IntN(3)),
				fmt.Sprintf("{ int v = %s; }", l),
				fmt.Sprintf("if (%s) %c = 4;", l, "xyz"[r.IntN(3)]),
				fmt.Sprintf("__atomic_fetch_add(&%s, 1, __ATOMIC_RELAXED);", l),
				fmt.Sprintf("pthread_mutex_lock(&m); %s = 5; pthread_mutex_unlock(&m);", l),
				"fence_sl();",
				"fence_ss();",
			}[min(r.IntN(13), 12)%8]
		}
		text += fmt.Sprintf("void *t%d(void *p) {%s\n\treturn p;\n}\n", t, body)
		main += fmt.Sprintf("\tpthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	return text + "int main(void) {\n\tpthread_t t[3];\n" + main + "\treturn 0;\n}\n"
}

// accessesOf returns an access of each site of each thread, from any execution.
func accessesOf(p *code.Program) [][]explore.Access {
	threads := make([][]explore.Access, 3)
	explore.Run(context.Background(), p, axiom.SC, explore.Options{Workers: 1, Every: func(x *explore.Execution, _ bool) {
		for _, a := range x.Accesses(nil) {
			if a.Thread == 0 || a.Site < 0 {
				continue
			}
			if list := &threads[a.Thread-1]; !slices.ContainsFunc(*list, func(b explore.Access) bool { return a.Site == b.Site }) {
				*list = append(*list, a)
			}
		}
	}})
	return threads
}

// randomCycle returns a list of sites whose edges between threads are on one location each, or none.
func randomCycle(r *rand.Rand, threads [][]explore.Access) (c predict.Cycle) {
	var list []explore.Access
	for _, t := range r.Perm(len(threads))[:2+r.IntN(2)] {
		if n := len(threads[t]); n > 0 {
			a, b := r.IntN(n), r.IntN(n)
			list = append(list, threads[t][min(a, b)], threads[t][max(a, b)])
		}
	}
	for j, a := range list {
		if j%2 == 1 && a.Loc != list[(j+1)%len(list)].Loc {
			return predict.Cycle{}
		}
		c.Sites = append(c.Sites, a.Site)
	}
	return c
}

// The search by reads-from finds the cycles that the search finds that branches on co, in random
// programs under each model. Every execution that it arranges for a cycle has the cycle.
func TestCyclesOfClasses(t *testing.T) {
	t.Parallel()
	var counts [Undecided + 1]int
	fewer := 0
	for seed := range testsize.Count(120, 2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		source := randomThreads(r)
		p, err := cfront.Compile("t.c", []byte(source), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		threads := accessesOf(p)
		var cycles []predict.Cycle
		for range 200 {
			if c := randomCycle(r, threads); len(c.Sites) >= 4 {
				cycles = append(cycles, c)
			}
		}
		for _, m := range append(models.Relaxed(), models.SC) {
			want, all := Prove(context.Background(), p, m, cycles, Proof{Executions: 100_000, coherence: true})
			got, classes := Prove(context.Background(), p, m, cycles, Proof{Executions: 100_000})
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: %v, by co %v\n%s\n%v", seed, m.Name, got, want, source, cycles)
			}
			if classes.Complete && classes.Executions < all.Executions {
				fewer++
			}
			for _, reason := range got {
				counts[reason]++
			}
		}
	}
	if counts[Impossible] == 0 || counts[Possible] == 0 || fewer == 0 {
		t.Errorf("%v, %d with fewer classes: the test shows nothing", counts, fewer)
	}
	t.Log(counts, fewer)
}
