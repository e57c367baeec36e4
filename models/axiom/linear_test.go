package axiom

import (
	"slices"
	"testing"
)

// TestLinear holds Linear, which makes immediate edges only, against the whole relations
// of the definition: on random graphs, some with atomic sections, both find the same order,
// or none.
func TestLinear(t *testing.T) {
	for _, m := range append(All(), RC20) {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			found, none, byPSC := 0, 0, 0
			for n := range *graphs {
				b := randomGraph(t, m, n, 20, 30)
				for range n % 3 {
					b.section()
				}
				o := newOracle(b.g)
				for _, loose := range []bool{false, true} {
					want, wantOK := o.linear(loose, true)
					got, ok := b.g.Linear(nil, loose)
					if ok != wantOK || ok && !slices.Equal(got, want) {
						t.Fatalf("graph %d, loose %v: the order is %v, %v, by definition %v, %v\n%s", n, loose, got, ok, want, wantOK, b.g)
					}
					if !ok {
						none++
						continue
					}
					found++
					if without, _ := o.linear(loose, false); m.HB() && loose && !slices.Equal(got, without) {
						byPSC++
					}
				}
			}
			t.Logf("%d orders, %d times none, %d decided by psc", found, none, byPSC)
			if found < *graphs/2 || none < *graphs/100 || m.HB() && byPSC < *graphs/20 {
				t.Errorf("of %d graphs %d have an order, %d have none, psc decides %d", *graphs, found, none, byPSC)
			}
		})
	}
}

// section makes a few events of a thread an atomic section.
func (b *builder) section() {
	list := b.g.Threads[b.Int32N(int32(len(b.g.Threads)))].Events
	if len(list) < 3 {
		return
	}
	from := b.IntN(len(list) - 2)
	to := min(len(list), from+2+b.IntN(3))
	if b.g.Events[list[from]].Kind == ExclusiveWrite {
		from--
	}
	if to < len(list) && b.g.Events[list[to]].Kind == ExclusiveWrite {
		to++
	}
	for _, id := range list[from:to] {
		if b.g.Events[id].Section != 0 {
			return
		}
	}
	for _, id := range list[from:to] {
		b.g.Events[id].Section = int32(from) + 1
	}
}
