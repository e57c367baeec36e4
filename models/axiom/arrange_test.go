package axiom

import (
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
)

// TestArrange lets the last reads of the threads of random graphs read any writes. Arrange finds a co
// with which the graph satisfies the model's definition if and only if one of all orders does. Where
// Settled or Determined says so, no other does.
func TestArrange(t *testing.T) {
	t.Parallel()
	for _, m := range append(All(), RC20) {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			found, none, determined, settled := 0, 0, 0, 0
			for n := range testsize.Count(1500, 40_000) {
				b := randomGraph(t, m, n, 8, 8)
				b.rereadLast()
				all := 0
				b.eachCo(0, func() bool {
					if newOracle(b.g).consistent() {
						all++
					}
					return all > 1
				})
				want, got := all > 0, b.g.Arrange(nil)
				if got != want || got && !newOracle(b.g).consistent() {
					t.Fatalf("graph %d: a co is found: %v, there is one: %v\n%s", n, got, want, b.g)
				}
				if !got {
					none++
					continue
				}
				found++
				only, bySight := b.g.Determined(), b.g.Settled()
				if (only || bySight) && all != 1 {
					t.Fatalf("graph %d: determined %v, settled %v, but another co is consistent\n%s", n, only, bySight, b.g)
				}
				if only {
					determined++
				}
				if bySight {
					settled++
				}
			}
			if found < none/20 || none < found/50 {
				t.Errorf("%d graphs have a co, %d have none", found, none)
			}
			if settled == 0 || determined < settled || determined == found {
				t.Errorf("of %d graphs %d are determined, %d settled", found, determined, settled)
			}
			t.Logf("of %d graphs %d are determined, %d settled", found, determined, settled)
		})
	}
}

// rereadLast lets each read that is the last event of its thread read any write that does not depend
// on it.
func (b *builder) rereadLast() {
	g := b.g
	for t := range g.Threads {
		list := g.Threads[t].Events
		if len(list) == 0 || g.Events[list[len(list)-1]].Kind != Read {
			continue
		}
		id := list[len(list)-1]
		ways := []int32{Init}
		for w := g.Locs[g.Events[id].Loc].First; w != None; w = g.Events[w].CoAfter {
			ways = append(ways, w)
		}
		w := ways[b.IntN(len(ways))]
		g.SetRF(id, w, b.valueOf(w))
	}
}

// eachCo gives the locations from l on each order of their writes until f returns true. It reports
// whether f did.
func (b *builder) eachCo(l int, f func() bool) bool {
	if l == len(b.g.Locs) {
		return f()
	}
	var writes []int32
	for b.g.Locs[l].First != None {
		w := b.g.Locs[l].First
		writes = append(writes, w)
		b.g.Remove(w)
	}
	var place func(last int32) bool
	place = func(last int32) bool {
		if len(writes) == 0 {
			return b.eachCo(l+1, f)
		}
		for i, w := range writes {
			writes = slices.Delete(writes, i, i+1)
			b.g.Insert(w, last)
			ok := place(w)
			b.g.Remove(w)
			writes = slices.Insert(writes, i, w)
			if ok {
				return true
			}
		}
		return false
	}
	found := place(Init)
	for _, w := range writes {
		b.g.Insert(w, b.g.Locs[l].Last)
	}
	return found
}
