package topo

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEliminate holds both orders against the definition on random graphs: every
// edge leads forward, nothing is left unless there is a cycle, and of the nodes
// that may come next the smallest does if that is asked for.
func TestEliminate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var g Graph
	cyclic := 0
	for range 3000 {
		n := 1 + r.IntN(9)
		type pair struct{ from, to int32 }
		var edges []pair
		for range r.IntN(12) {
			e := pair{int32(r.IntN(n)), int32(r.IntN(n))}
			if r.IntN(3) > 0 && e.from >= e.to {
				continue
			}
			edges = append(edges, e)
		}
		for _, o := range []Order{Any, Smallest} {
			g.Reset(n)
			for _, e := range edges {
				g.Add(e.from, e.to, 0)
			}
			order, ok := g.Eliminate(o)
			done := map[int32]bool{}
			ready := func(m int32) bool {
				return !done[m] && !slices.ContainsFunc(edges, func(e pair) bool { return e.to == m && !done[e.from] })
			}
			for _, m := range order {
				if !ready(m) {
					t.Fatalf("%v: order %v: %d comes too early", edges, order, m)
				}
				for k := int32(0); o == Smallest && k < m; k++ {
					if ready(k) {
						t.Fatalf("%v: order %v: %d is smaller than %d", edges, order, k, m)
					}
				}
				done[m] = true
			}
			for k := int32(0); int(k) < n; k++ {
				if ready(k) || ok != (len(order) == n) || done[k] != (g.Degree[k] == 0) {
					t.Fatalf("%v: order %v, ok %v, degrees %v", edges, order, ok, g.Degree)
				}
			}
			if !ok {
				cyclic++
			}
		}
	}
	if cyclic < 100 {
		t.Errorf("only %d graphs had a cycle", cyclic)
	}
}
