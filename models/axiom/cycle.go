package axiom

// A search looks for a path in ppo ∪ rfe ∪ co ∪ fr ∪ tc.
type search struct {
	stack []int32
	seen  []uint32 // by event: the generation that visited it
	gen   uint32
	reads []readers // by location and thread
	looks uint32    // the generation of reads
}

// A readers is how far back the reads of a location by a thread were visited.
type readers struct {
	gen  uint32
	next int32 // the latest access that was not looked at, or None
}

// Consistent reports whether the graph satisfies the model, given that it did
// before event id, which has nothing after it in program order, was added or
// changed: a read that now reads from its RF, or a write that was put into co.
// If extra is not None, it is a read that now reads from that write, and has
// nothing after it either. Coherence (CoBound) and atomicity are the caller's.
func (g *Graph) Consistent(id, extra int32) bool {
	if g.model.HB() {
		return !g.pscCycle(id) && (extra == None || !g.pscCycle(extra))
	}
	// Only fr and co lead away from id and extra: to the write that follows in co.
	e := &g.Events[id]
	from := e.CoAfter
	if e.Kind.Reads() {
		from = g.After(e.RF, e.Loc)
	}
	if from == None {
		return true
	}
	return !g.reaches(from, id, extra)
}

// Precedes reports whether access a of another thread takes place before event f,
// a free, in every execution of this graph: a happens before f, or the hardware
// model keeps it before something that f's thread did before. A store takes place
// when it leaves the buffer, so being issued before f is not enough. The free
// itself commits its thread's own stores to the block, whose locations block tells.
func (g *Graph) Precedes(a, f int32, block func(loc int32) bool) bool {
	switch {
	case g.model.HB():
		return g.InPrefix(a, f) && g.happensBefore(a, f)
	case g.Events[a].Kind != Write && g.InPrefix(a, f):
		return true
	}
	g.begin()
	if e := &g.Events[a]; e.Kind == Read && g.model.ReadsOld() {
		g.afterOld(e)
	} else {
		g.search.visit(a)
	}
	g.spread(None, None)
	free := &g.Events[f]
	for b := free.Before; b != None; b = g.Events[b].Before {
		e := &g.Events[b]
		if g.visited(b) && (g.keeps(e, free) || e.Kind == Write && block(e.Loc)) {
			return true
		}
	}
	by := g.Threads[free.Thread].Parent
	return by != None && g.visited(by)
}

// Follows reports whether event e, the last of its thread, comes after access a of
// another thread whatever is added to the graph, and whatever a revisit that keeps e
// takes away: a is in e's prefix, and e sees what a did. Under RC11 a happens before e;
// under a hardware model a has taken place when it is in the prefix, but for a store,
// from which a path in ppo ∪ rfe ∪ tc, all in the prefix, has to lead to e.
func (g *Graph) Follows(e, a int32) bool {
	switch {
	case !g.InPrefix(a, e):
		return false
	case g.model.HB():
		return g.happensBefore(a, e)
	case g.Events[a].Kind != Write:
		return true
	}
	g.begin()
	s := &g.search
	s.visit(a)
	for len(s.stack) > 0 && !g.halted() {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		b := &g.Events[n]
		if b.Kind == ExclusiveWrite {
			s.visit(b.Before)
		}
		g.visitThread(n)
		for t := range int32(len(g.Threads)) {
			if t == b.Thread || !b.Kind.Writes() {
				continue
			}
			for r := g.Latest(b.Loc, t); r != None; r = g.Events[r].Same {
				if c := &g.Events[r]; c.Kind.Reads() && c.RF == n {
					s.visit(r)
				}
			}
		}
	}
	return g.visited(e)
}

// afterOld visits what comes after e, a read that may have read an old value: it may
// take place after what its order in memory says, but not after what its own thread
// does next.
func (g *Graph) afterOld(e *Event) {
	t := &g.Threads[e.Thread]
	for _, next := range t.Events[e.Index+1:] {
		if b := &g.Events[next]; b.ordered() && b.Kind != Read {
			g.search.visit(next)
		}
	}
	if t.Joined != None {
		g.search.visit(t.Joined)
	}
}

// reaches reports whether a path leads from event from to a or b; halves of an
// RMW are one.
func (g *Graph) reaches(from, a, b int32) bool {
	g.begin()
	g.search.visit(from)
	return g.spread(a, b)
}

// begin starts a search that has visited nothing.
func (g *Graph) begin() {
	s := &g.search
	for len(s.seen) < len(g.Events) {
		s.seen = append(s.seen, 0)
	}
	for len(s.reads) < len(g.latest) {
		s.reads = append(s.reads, readers{})
	}
	if s.gen++; s.gen == 0 {
		clear(s.seen)
		s.gen = 1
	}
	s.stack = s.stack[:0]
	s.lookAgain()
}

// lookAgain forgets which reads were looked at.
func (s *search) lookAgain() {
	if s.looks++; s.looks == 0 {
		clear(s.reads)
		s.looks = 1
	}
}

// visited reports whether the search has visited event id.
func (g *Graph) visited(id int32) bool { return g.search.seen[id] == g.search.gen }

// spread visits all that paths lead to, up to a or b; it reports whether it came
// to one of them.
func (g *Graph) spread(a, b int32) bool {
	s := &g.search
	for len(s.stack) > 0 && !g.halted() {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if n == a || n == b {
			return true
		}
		g.expand(n)
	}
	return false
}

// expand visits what edges from event n lead to; halves of an RMW are one.
func (g *Graph) expand(n int32) {
	s := &g.search
	e := &g.Events[n]
	if e.Kind == ExclusiveWrite {
		s.visit(e.Before)
	}
	g.visitThread(n)
	if e.Kind.Writes() {
		if e.CoAfter != None {
			s.visit(e.CoAfter)
		}
		g.visitLaterReaders(n)
	} else if e.Kind.Reads() && e.RF != None && e.Idle == 0 {
		if w := g.After(e.RF, e.Loc); w != None {
			s.visit(w)
		}
	}
}

func (s *search) visit(n int32) {
	if s.seen[n] != s.gen {
		s.seen[n] = s.gen
		s.stack = append(s.stack, n)
	}
}

// visitThread visits what ppo and tc order after event n.
func (g *Graph) visitThread(n int32) {
	s := &g.search
	e := &g.Events[n]
	t := &g.Threads[e.Thread]
	class := e.class()
	ppo := g.model.Hardware.PPO
	here, elsewhere := ppo.After(class, true), ppo.After(class, false)
	for _, m := range t.Events[e.Index+1:] {
		b := &g.Events[m]
		if s.seen[m] != s.gen {
			after := elsewhere
			if b.Loc == e.Loc && b.Part.Overlaps(e.Part) {
				after = here
			}
			if after>>b.class()&1 == 0 {
				continue
			}
			s.visit(m)
		}
		if c := b.class(); (here|elsewhere)&^(ppo.After(c, true)&ppo.After(c, false)) == 0 {
			break // what comes after n comes after m
		}
	}
	if t.Joined != None {
		s.visit(t.Joined)
	}
	if g.reuses > 0 {
		g.visitReuses(t.Events[e.Index:])
	}
	if e.Kind == Create {
		for _, m := range g.Threads[e.Peer].Events {
			if g.Events[m].ordered() {
				s.visit(m)
			}
		}
	}
}

// visitReuses visits the allocations that get the blocks that events free.
func (g *Graph) visitReuses(events []int32) {
	for _, f := range events {
		if e := &g.Events[f]; e.Kind == Free && e.Peer != None {
			g.search.visit(e.Peer)
		}
	}
}

// visitReaders visits the other threads' reads of write n.
func (g *Graph) visitReaders(n int32) {
	e := &g.Events[n]
	for t := range int32(len(g.Threads)) {
		if t == e.Thread {
			continue
		}
		for a := g.Latest(e.Loc, t); a != None; a = g.Events[a].Same {
			r := &g.Events[a]
			if r.Kind.Reads() && r.RF == n {
				g.search.visit(a)
			}
			if g.position(r) < e.CoPosition && g.Locs[e.Loc].Parts == 0 {
				break // those before it read no later write
			}
		}
	}
}

// visitLaterReaders visits the other threads' reads of write n, and of the writes after it
// in co, which paths lead to as well. A search looks at each read of a location once.
func (g *Graph) visitLaterReaders(n int32) {
	s := &g.search
	e := &g.Events[n]
	for t := range int32(len(g.Threads)) {
		seen := &s.reads[int(e.Loc)*g.stride+int(t)]
		parts := g.Locs[e.Loc].Parts > 0
		if seen.gen != s.looks || parts {
			*seen = readers{s.looks, g.Latest(e.Loc, t)}
		}
		for seen.next != None {
			r := &g.Events[seen.next]
			if g.position(r) < e.CoPosition {
				if parts {
					seen.next = r.Same
					continue
				}
				break // those before it read no later write
			}
			if r.Kind.Reads() && g.Events[r.RF].Thread != t {
				s.visit(seen.next)
			}
			seen.next = r.Same
		}
	}
}

// ordered reports whether the hardware models' orders know of events like e.
func (e *Event) ordered() bool { return e.class() != 0 }
