package axiom

// An Insertion is a read that a graph does not have: of write W, or Init, at Loc,
// by Thread, right before its At-th event.
type Insertion struct {
	Thread, At int32
	Kind       Kind
	Loc, W     int32
}

// MayInsert reports whether the model's order of events would stay acyclic with
// reads a and b, of one thread, a not behind b in program order; they may be the
// same. Each on its own is known to fit if they differ. Coherence is the caller's.
// It is for hardware models only.
func (g *Graph) MayInsert(a, b Insertion) bool {
	first, second := a.event(), b.event()
	if a != b && !g.preserved(&first, &second) {
		return true
	}
	// A cycle leaves by what follows b, and comes back to what precedes a.
	s := &g.search
	g.begin()
	if n := g.After(b.W, b.Loc); n != None {
		s.visit(n)
	}
	t := &g.Threads[a.Thread]
	for _, id := range t.Events[b.At:] {
		if e := &g.Events[id]; g.preserved(&second, e) {
			s.visit(id)
		}
	}
	if t.Joined != None {
		s.visit(t.Joined)
	}
	g.spread(None, None)
	if a.W != Init && g.Events[a.W].Thread != a.Thread && g.visited(a.W) {
		return false
	}
	for _, id := range t.Events[:a.At] {
		if e := &g.Events[id]; g.preserved(e, &first) && g.visited(id) {
			return false
		}
	}
	return t.Parent == None || !g.visited(t.Parent)
}

func (i Insertion) event() Event { return Event{Kind: i.Kind, Thread: i.Thread, Loc: i.Loc} }

// preserved reports whether ppo holds between a and b, a being before b in program
// order. Of RMWs it is asked with either half.
func (g *Graph) preserved(a, b *Event) bool {
	return g.model.Hardware.PPO.Keeps(a.class(), b.class(), a.Loc == b.Loc)
}
