package axiom

import "slices"

// Interrupted reports whether event id, an access that was just added or changed, makes an event of
// another thread come between two events of an atomic section: whether a cycle of ppo ∪ rfe ∪ co ∪ fr
// ∪ tc, under RC11 of po ∪ rf ∪ tc ∪ psc, goes through id or its section, where each section is one
// node. Without such cycles there is an order of the sections and the other events that agrees with
// the edges. The events can take effect in this order. Under RC11 they can also be executed in it,
// though a relaxed write may come in co before a write executed earlier. A read of an old value is
// executed later than it takes effect, so it may read from a write of a section that the section has
// overwritten.
func (g *Graph) Interrupted(id int32) bool {
	g.begin()
	s := &g.search
	own := g.sectionOf(id)
	for _, n := range own {
		g.follow(n)
	}
	kept := s.stack[:0]
	for _, n := range s.stack {
		if g.sameSection(n, id) {
			s.seen[n] = s.gen - 1 // not visited: the search is for paths back to the section
		} else {
			kept = append(kept, n)
		}
	}
	s.stack = kept
	s.lookAgain()
	return g.spreadSections(id)
}

// spreadSections visits all events to which paths lead, with sections as one node, until it comes to
// the section of event id. It reports whether it did.
func (g *Graph) spreadSections(id int32) bool {
	s := &g.search
	for len(s.stack) > 0 && !g.halted() {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if g.sameSection(n, id) {
			return true
		}
		if g.Events[n].Section != 0 {
			for _, m := range g.sectionOf(n) {
				s.visit(m)
			}
		}
		g.follow(n)
	}
	return false
}

// AfterSection appends the events that are executed after the atomic section of event id in
// every order that Interrupted describes. A store may be executed before the section, and leave
// its buffer after it.
func (g *Graph) AfterSection(list []int32, id int32) []int32 {
	g.begin()
	for _, n := range g.sectionOf(id) {
		g.follow(n)
	}
	g.search.stack = slices.DeleteFunc(g.search.stack, func(n int32) bool { return g.sameSection(n, id) })
	g.spreadSections(id)
	buffered := !g.model.HB() && g.model.Hardware.Buffered
	for n := range int32(len(g.Events)) {
		if g.visited(n) && !g.sameSection(n, id) && !(buffered && g.Events[n].IsStore()) {
			list = append(list, n)
		}
	}
	return list
}

// sameSection reports whether event n is b or in the same section. The halves of an RMW are one
// event.
func (g *Graph) sameSection(n, b int32) bool {
	x, y := &g.Events[n], &g.Events[b]
	return g.half(n) == g.half(b) || x.Section != 0 && x.Section == y.Section && x.Thread == y.Thread
}

// sectionOf returns the events of the section of event n, or n alone.
func (g *Graph) sectionOf(n int32) []int32 {
	e := &g.Events[n]
	list := g.Threads[e.Thread].Events
	first := e.Section - 1
	if e.Section == 0 {
		first = g.Events[g.half(n)].Index
	}
	end := first + 1
	for int(end) < len(list) && g.sameSection(list[end], n) {
		end++
	}
	return list[first:end]
}

// SectionEnd returns the last event so far of the atomic section of event id, or id if it is in none.
func (g *Graph) SectionEnd(id int32) int32 {
	if g.Events[id].Section == 0 {
		return id
	}
	list := g.sectionOf(id)
	return list[len(list)-1]
}

// follow visits the events to which edges lead from event n.
func (g *Graph) follow(n int32) {
	s := &g.search
	e := &g.Events[n]
	t := &g.Threads[e.Thread]
	switch {
	case g.model.ReadsOld() && e.Kind.Writes():
		g.followOld(n)
		return
	case !g.model.HB():
		g.expand(n)
		return
	}
	switch next := int(e.Index) + 1; {
	case next < len(t.Events):
		s.visit(t.Events[next])
	case t.Joined != None:
		s.visit(t.Joined)
	}
	if e.Kind == Create && int(e.Peer) < len(g.Threads) && len(g.Threads[e.Peer].Events) > 0 {
		s.visit(g.Threads[e.Peer].Events[0])
	}
	if e.Kind.Writes() {
		g.visitReaders(n)
	}
	if e.isSC() {
		g.addPSC(n, func(_, b int32) { s.visit(b) })
	}
}

// followOld is follow for a write under a model whose reads may read old values. A read from the
// write, outside of sections, takes effect after the write. But only the later operations of the
// read's thread are sure to be executed later than the write.
func (g *Graph) followOld(n int32) {
	s := &g.search
	e := &g.Events[n]
	if e.Kind == ExclusiveWrite {
		s.visit(e.Before)
	}
	g.visitThread(n)
	if e.CoAfter != None {
		s.visit(e.CoAfter)
	}
	for t := range int32(len(g.Threads)) {
		if t == e.Thread {
			continue
		}
		for a := g.Latest(e.Loc, t); a != None; a = g.Events[a].Same {
			switch r := &g.Events[a]; {
			case !r.Kind.Reads() || r.RF != n:
			case r.Kind == Read && r.Section == 0:
				g.afterOld(r, s.visit)
			default:
				s.visit(a)
			}
		}
	}
}
