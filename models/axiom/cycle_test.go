package axiom

import (
	"slices"
	"testing"
)

// TestUnordered ends the life of an object in random graphs. Unordered searches back from that end. A
// search forward from each access finds the same.
func TestUnordered(t *testing.T) {
	t.Parallel()
	inBlock := func(loc int32) bool { return loc == 0 }
	for _, m := range append(All(), RC20) {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			ordered, unordered, byCo := 0, 0, 0
			for n := range *graphs {
				b := randomGraph(t, m, n, 20, 30)
				th := b.Int32N(b.created + 1)
				if !b.g.Exists(th) || b.ended(th) {
					continue
				}
				free := b.g.Add(Event{Kind: Free, Thread: th})
				var others []int32
				for a := range free {
					if e := &b.g.Events[a]; e.Kind.Accesses() && e.Thread != th {
						others = append(others, a)
					}
				}
				got := b.g.Unordered(slices.Clone(others), free, inBlock)
				for _, a := range others {
					want := b.g.precedesAlways(a, free, inBlock)
					if is := !slices.Contains(got, a); is != want {
						t.Fatalf("graph %d: event %d precedes %d: %v, by a search forward %v\n%s", n, a, free, is, want, b.g)
					}
					switch precedes := b.g.Precedes(a, free, inBlock); {
					case want && !precedes:
						t.Fatalf("graph %d: event %d precedes %d in every co, but not in that of the graph\n%s", n, a, free, b.g)
					case want:
						ordered++
					case precedes:
						byCo++
					default:
						unordered++
					}
				}
			}
			t.Logf("%d accesses ordered, %d by co, %d unordered", ordered, byCo, unordered)
			if ordered < *graphs || unordered < *graphs || !m.HB() && m != SC && byCo == 0 {
				t.Errorf("%d accesses ordered, %d by co, %d unordered", ordered, byCo, unordered)
			}
		})
	}
}

// precedesAlways is Precedes by edges alone that every co has.
func (g *Graph) precedesAlways(a, f int32, block func(loc int32) bool) bool {
	if e := &g.Events[a]; g.model.HB() || e.Kind != Write && g.InPrefix(a, f) {
		return g.Precedes(a, f, block)
	} else if g.begin(); e.Kind == Read && g.model.ReadsOld() {
		g.afterOld(e, g.search.visit)
	} else {
		g.search.visit(a)
	}
	for s := &g.search; len(s.stack) > 0; {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		g.expandFixed(n)
	}
	free := &g.Events[f]
	by := g.Threads[free.Thread].Parent
	found := by != None && g.visited(by)
	g.beforeEnd(free, block, func(b int32) { found = found || g.visited(b) })
	return found
}
