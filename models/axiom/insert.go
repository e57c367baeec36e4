package axiom

// MayInsert reports whether a read of w, or Init, at location l could stand in
// thread t right before its k-th event, the model's order of all events staying
// acyclic. Like is a read of the same kind. Coherence is the caller's. It is for
// hardware models only.
func (g *Graph) MayInsert(t, k int32, like Kind, w, l int32) bool {
	v := Event{Kind: like, Thread: t, Loc: l}
	s := &g.search
	g.begin()
	if n := g.After(w, l); n != None {
		s.visit(n)
	}
	events := g.Threads[t].Events
	for _, id := range events[k:] {
		if b := &g.Events[id]; b.ordered() && g.model.preserved(&v, b) {
			s.visit(id)
		}
	}
	if j := g.Threads[t].Joined; j != None {
		s.visit(j)
	}
	g.spread(None, None)
	if w != Init && g.Events[w].Thread != t && g.visited(w) {
		return false
	}
	for _, id := range events[:k] {
		if a := &g.Events[id]; a.ordered() && g.model.preserved(a, &v) && g.visited(id) {
			return false
		}
	}
	p := g.Threads[t].Parent
	return p == None || !g.visited(p)
}
