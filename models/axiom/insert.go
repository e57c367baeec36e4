package axiom

// An Insertion is a read that a graph does not have: of write W, or Init, at Loc,
// by Thread, right before its At-th event.
type Insertion struct {
	Thread, At int32
	Kind       Kind
	Loc, W     int32
}

// MayInsert reports whether the model's order of events would stay acyclic with
// these reads, those of a thread in program order. Coherence is the caller's; of more
// than 64 reads it says yes. It is for hardware models only.
func (g *Graph) MayInsert(list []Insertion) bool {
	if len(list) > 64 {
		return true
	}
	// A cycle goes from read to read, by what the graph has between.
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

// spreadFrom visits what follows read a.
func (g *Graph) spreadFrom(a *Insertion) {
	s, read := &g.search, a.event()
	g.begin()
	if int(a.Loc) < len(g.Locs) { // else nothing of the graph accesses it
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

// leadsTo reports whether an event was visited that comes right before read b.
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

// preserved reports whether ppo holds between a and b, a being before b in program
// order. Of RMWs it is asked with either half.
func (g *Graph) preserved(a, b *Event) bool {
	return g.model.Hardware.PPO.Keeps(a.class(), b.class(), a.Loc == b.Loc)
}
