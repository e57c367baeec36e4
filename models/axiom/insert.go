package axiom

// An Insertion is a read to be added to a graph: a read from write W, or Init, at Loc, by Thread,
// directly before its event At.
type Insertion struct {
	Thread, At int32
	Kind       Kind
	Loc, W     int32
}

// MayInsert reports whether the model's order of events would stay acyclic with these reads. Reads of
// one thread are in program order. The caller checks coherence. For more than 64 reads the answer is
// true. MayInsert is for hardware models only.
func (g *Graph) MayInsert(list []Insertion) bool {
	if len(list) > 64 {
		return true
	}
	// A cycle goes from read to read, by paths in the graph.
	var next [64]uint64
	for i := range list {
		a := &list[i]
		g.spreadFrom(a)
		first := a.event()
		for j := range list {
			b := &list[j]
			second := b.event()
			if i < j && a.Thread == b.Thread && g.preserved(&first, &second) || g.leadsTo(b) {
				next[i] |= 1 << j
			}
		}
	}
	for k := range list {
		for i := range list {
			if next[i]>>k&1 != 0 {
				next[i] |= next[k]
			}
		}
	}
	for i := range list {
		if next[i]>>i&1 != 0 {
			return false
		}
	}
	return true
}

// spreadFrom visits the events that follow read a.
func (g *Graph) spreadFrom(a *Insertion) {
	s, read := &g.search, a.event()
	g.begin()
	if int(a.Loc) < len(g.Locs) { // otherwise no event accesses the location
		if n := g.After(a.W, a.Loc); n != None {
			s.visit(n)
		}
	}
	t := &g.Threads[a.Thread]
	for _, id := range t.Events[a.At:] {
		if e := &g.Events[id]; g.preserved(&read, e) {
			s.visit(id)
		}
	}
	if t.Joined != None {
		s.visit(t.Joined)
	}
	g.spread(None, None)
}

// leadsTo reports whether spreadFrom has visited an event from which an edge leads to read b.
func (g *Graph) leadsTo(b *Insertion) bool {
	if b.W != Init && g.Events[b.W].Thread != b.Thread && g.visited(b.W) {
		return true
	}
	t, read := &g.Threads[b.Thread], b.event()
	for _, id := range t.Events[:b.At] {
		if e := &g.Events[id]; g.visited(id) && g.preserved(e, &read) {
			return true
		}
	}
	return t.Parent != None && g.visited(t.Parent)
}

func (i *Insertion) event() Event { return Event{Kind: i.Kind, Thread: i.Thread, Loc: i.Loc} }

// preserved reports whether ppo orders a before b, given that a is before b in program order. For an
// RMW either half may be given.
func (g *Graph) preserved(a, b *Event) bool {
	return g.model.Hardware.PPO.Keeps(a.class(), b.class(), a.Loc == b.Loc && a.Part.Overlaps(b.Part))
}
