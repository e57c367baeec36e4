package axiom

import (
	"slices"

	"fencepost/models"
	"fencepost/trace/lists"
)

// A search is a search for a path in ppo ∪ rfe ∪ co ∪ fr ∪ tc.
type search struct {
	stack []int32
	seen  []uint32 // by event: the generation that visited it
	gen   uint32
	reads []readers // by location and thread
	after []passed  // by thread and class; of a search back, the events before them
	frees []readers // by thread: the first event that was looked at for frees
	looks uint32    // the current generation of reads and after
}

// A readers records how far back a thread's reads of a location were visited.
type readers struct {
	gen  uint32
	next int32 // the latest access that was not visited, or None
}

// A passed is a part [lo, hi) of a thread's events. ppo orders some of them with each event of a class at
// another location. The search has visited these.
type passed struct {
	gen    uint32
	lo, hi int32
}

// Consistent reports whether the graph satisfies the model, given that it did before event id was
// added or changed. The event is the last of its thread: a read that now reads from its RF, or a
// write that was put into co. If extra is not None, it is a read that now reads from that write, also
// the last of its thread. The caller checks coherence (CoBound) and atomicity.
func (g *Graph) Consistent(id, extra int32) bool {
	if g.model.HB() {
		return !g.pscCycle(id) && (extra == None || !g.pscCycle(extra))
	}
	// Only fr and co lead away from id and extra: to the write that follows in co.
	from := g.follower(&g.Events[id])
	return from == None || !g.reaches(from, id, extra)
}

// Precedes reports whether access a of another thread takes place before event f, the end of an
// object's life, in every execution of this graph: a happens before f, or the hardware model orders it
// before an earlier event of f's thread. A store takes place when it leaves the buffer, so it may be
// issued before f and take place later. A free itself commits its thread's own stores to the block.
// block reports whether a location is in the block.
func (g *Graph) Precedes(a, f int32, block func(loc int32) bool) bool {
	switch {
	case g.model.HB():
		return g.InPrefix(a, f) && g.happensBefore(a, f)
	case !g.Events[a].IsStore() && g.InPrefix(a, f):
		return true
	}
	g.begin()
	if e := &g.Events[a]; e.Kind == Read && g.model.ReadsOld() {
		g.afterOld(e, g.search.visit)
	} else {
		g.search.visit(a)
	}
	free := &g.Events[f]
	by := g.Threads[free.Thread].Parent
	found := g.spread(by, None)
	g.beforeEnd(free, block, func(b int32) { found = found || g.visited(b) })
	return found
}

// Unordered returns the accesses of a list that may take place after event f in some co of the graph.
// Precedes holds for the others in every co. One search finds all. It uses the list's memory.
func (g *Graph) Unordered(list []int32, f int32, block func(loc int32) bool) []int32 {
	if g.model.HB() {
		return slices.DeleteFunc(list, func(a int32) bool { return g.Precedes(a, f, block) })
	}
	list = slices.DeleteFunc(list, func(a int32) bool {
		return g.InPrefix(a, f) && (!g.Events[a].IsStore() || g.readBefore(a, &g.Events[f]))
	})
	if len(list) > 0 {
		g.visitBefore(f, block, list)
	}
	return slices.DeleteFunc(list, func(a int32) bool {
		e := &g.Events[a]
		if e.Kind != Read || !g.model.ReadsOld() {
			return g.visited(a)
		}
		before := false
		g.afterOld(e, func(b int32) { before = before || g.visited(b) })
		return before
	})
}

// readBefore reports whether the thread of event free reads write w before free, the end of an object's
// life, takes place. It saves most searches.
func (g *Graph) readBefore(w int32, free *Event) bool {
	for n := g.Latest(g.Events[w].Loc, free.Thread); n != None; n = g.Events[n].Same {
		if e := &g.Events[n]; e.RF == w && e.Kind.Reads() && e.Index < free.Index && g.keeps(e, free) {
			return true
		}
	}
	return false
}

// visitBefore visits the events from which ppo ∪ rfe ∪ tc leads to an event that takes place before
// event f, the end of an object's life, as Precedes has it, until it has come to all that are sought.
func (g *Graph) visitBefore(f int32, block func(loc int32) bool, sought []int32) {
	g.begin()
	s, free := &g.search, &g.Events[f]
	if by := g.Threads[free.Thread].Parent; by != None {
		s.visit(by)
	}
	g.beforeEnd(free, block, s.visit)
	for len(s.stack) > 0 && !g.halted() {
		for len(sought) > 0 && g.visited(sought[0]) {
			sought = sought[1:]
		}
		if len(sought) == 0 {
			return
		}
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		g.contractFixed(n)
	}
}

// beforeEnd calls each with the earlier events of a thread that take place before event free, the end of
// an object's life.
func (g *Graph) beforeEnd(free *Event, block func(loc int32) bool, each func(id int32)) {
	for b := free.Before; b != None; b = g.Events[b].Before {
		if e := &g.Events[b]; g.keeps(e, free) || e.IsStore() && block(e.Loc) {
			each(b)
		}
	}
}

// Follows reports whether event e, the last of its thread, comes after another access a in every
// extension of the graph, and after every revisit that keeps e: a is in e's prefix, and e sees
// its effect. Under RC11 a happens before e. Under a hardware model an access in the prefix has taken
// place, except for a store: from it a path in ppo ∪ rfe ∪ tc, all in the prefix, must lead to e. So must it
// from any write, if e is a load that may read an old value.
func (g *Graph) Follows(e, a int32) bool {
	switch {
	case !g.InPrefix(a, e):
		return false
	case g.model.HB():
		return g.happensBefore(a, e)
	case g.Events[e].Kind == Read && g.model.ReadsOld() && g.Events[a].Kind != Read:
	case !g.Events[a].IsStore() || g.model.keepsPrefix:
		return true
	}
	if g.orderedByThreads(a, e) {
		return true
	}
	g.begin()
	s := &g.search
	s.visit(a)
	for len(s.stack) > 0 && !g.visited(e) && !g.halted() {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if g.InPrefix(n, e) {
			g.expandFixed(n)
		}
		g.followed++
	}
	return g.visited(e)
}

// Followed returns how many events Follows has visited since it was last called, which is the work of
// searches that are not made for consistency.
func (g *Graph) Followed() int {
	n := g.followed
	g.followed = 0
	return n
}

// orderedByThreads reports whether event a comes before the creation of the thread of event e, or e after
// the join of the thread of a. Threads between them may have been created or joined, too.
func (g *Graph) orderedByThreads(a, e int32) bool {
	x, y := &g.Events[a], &g.Events[e]
	if !y.ordered() {
		return false
	}
	for by := g.Threads[y.Thread].Parent; by != None; by = g.Threads[g.Events[by].Thread].Parent {
		if c := &g.Events[by]; c.Thread == x.Thread && x.Index < c.Index {
			return true
		}
	}
	for by := g.Threads[x.Thread].Joined; by != None; by = g.Threads[g.Events[by].Thread].Joined {
		if c := &g.Events[by]; c.Thread == y.Thread && c.Index < y.Index {
			return true
		}
	}
	return false
}

// afterOld calls each with the events that come after e, a read that may have read an old value. Such a
// read may take place later than its position in memory order, but not after the later operations of
// its own thread.
func (g *Graph) afterOld(e *Event, each func(id int32)) {
	t := &g.Threads[e.Thread]
	for _, next := range t.Events[e.Index+1:] {
		if b := &g.Events[next]; b.ordered() && b.Kind != Read {
			each(next)
		}
	}
	if t.Joined != None {
		each(t.Joined)
	}
}

// reaches reports whether a path leads from event from to a or b. The halves of an RMW are one node.
func (g *Graph) reaches(from, a, b int32) bool {
	g.begin()
	g.search.visit(from)
	return g.spread(a, b)
}

// begin starts a search that has visited nothing.
func (g *Graph) begin() {
	s := &g.search
	s.seen = lists.Extended(s.seen, len(g.Events))
	s.reads = lists.Extended(s.reads, len(g.latest))
	s.after = lists.Extended(s.after, len(g.Threads)*int(models.NumClasses))
	if s.gen++; s.gen == 0 {
		clear(s.seen)
		clear(s.frees)
		s.gen = 1
	}
	s.stack = s.stack[:0]
	s.lookAgain()
}

// lookAgain makes the search look again at events that it may have visited.
func (s *search) lookAgain() {
	if s.looks++; s.looks == 0 {
		clear(s.reads)
		clear(s.after)
		s.looks = 1
	}
}

// visited reports whether the search has visited event id.
func (g *Graph) visited(id int32) bool { return g.search.seen[id] == g.search.gen }

// spread visits all events to which paths lead, until it comes to a or b. It reports whether it did.
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

// expand visits the events to which edges lead from event n. The halves of an RMW are one node.
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

// expandFixed visits the events to which edges lead from event n that every co has: ppo ∪ rfe ∪ tc.
func (g *Graph) expandFixed(n int32) {
	e := &g.Events[n]
	if e.Kind == ExclusiveWrite {
		g.search.visit(e.Before)
	}
	g.visitThread(n)
	for t := range int32(len(g.Threads)) {
		if t == e.Thread && e.Part.Size == 0 || !e.Kind.Writes() {
			continue
		}
		for r := g.Latest(e.Loc, t); r != None; r = g.Events[r].Same {
			if c := &g.Events[r]; c.Kind.Reads() && c.RF == n && !g.forwarded(c) {
				g.search.visit(r)
			}
		}
	}
}

// forwarded reports whether read e, which reads from a write, may take it from its own thread before the
// write takes place. The write must have all bytes that are read. A thread that reads more bytes than its
// pending store has waits until the store takes place. The order of an RMW after a write of other bytes is
// that of co alone.
func (g *Graph) forwarded(e *Event) bool {
	w := &g.Events[e.RF]
	return w.Thread == e.Thread && (w.Part.Covers(e.Part) || e.Kind == ExclusiveRead && !w.Part.Overlaps(e.Part))
}

// contractFixed visits the events from which edges of ppo ∪ rfe ∪ tc lead to event n.
func (g *Graph) contractFixed(n int32) {
	s, e := &g.search, &g.Events[n]
	events := g.Threads[e.Thread].Events
	g.visitPPOBefore(e, events)
	if e.Kind == ExclusiveRead && int(e.Index)+1 < len(events) && g.Events[events[e.Index+1]].Kind == ExclusiveWrite {
		s.visit(events[e.Index+1])
	}
	if e.Kind.Reads() && e.RF >= 0 && !g.forwarded(e) {
		s.visit(e.RF)
	}
	if by := g.Threads[e.Thread].Parent; by != None && e.ordered() {
		s.visit(by)
	}
	var earlier []int32
	switch {
	case e.Kind == Join && g.Threads[e.Peer].Joined == n:
		earlier = g.Threads[e.Peer].Events
	case e.Kind == Reuse && e.RF >= 0:
		free := &g.Events[e.RF]
		earlier = g.Threads[free.Thread].Events[:free.Index+1]
	}
	for _, m := range earlier {
		s.visit(m)
	}
}

// visitPPOBefore visits the events of a thread that ppo orders before event e. In a search it passes the
// events of the thread about once for each class.
func (g *Graph) visitPPOBefore(e *Event, events []int32) {
	s, ppo, class := &g.search, g.model.Hardware.PPO, e.class()
	here, elsewhere := ppo.Before(class, true), ppo.Before(class, false)
	known := &s.after[int(e.Thread)*int(models.NumClasses)+int(class)]
	start := int32(0)
	passes := known.gen == s.looks && known.lo < e.Index // the events before known.hi need not be passed
	if passes {
		start = min(known.hi, e.Index)
	}
	for i := e.Index - 1; i >= start; i-- {
		m := events[i]
		b := &g.Events[m]
		c := b.class()
		if s.seen[m] != s.gen {
			before := elsewhere
			if b.Loc == e.Loc && b.Part.Overlaps(e.Part) {
				before = here
			}
			if before>>c&1 == 0 {
				continue
			}
			s.visit(m)
		}
		if (here|elsewhere)&^(ppo.Before(c, true)&ppo.Before(c, false)) == 0 {
			*known = passed{s.looks, i, e.Index}
			return // all events before e come before m, too
		}
	}
	if !passes {
		*known = passed{s.looks, 0, e.Index}
		return
	}
	known.hi = max(known.hi, e.Index)
	if here == elsewhere || !e.Kind.Accesses() {
		return
	}
	whole := g.Locs[e.Loc].Parts == 0
	for m := e.Same; m != None; m = g.Events[m].Same {
		b := &g.Events[m]
		if here>>b.class()&1 == 0 || !b.Part.Overlaps(e.Part) {
			continue
		}
		if s.visit(m); whole && (b.Kind.Writes() || b.class() == class) {
			return // those before m that are kept before e are kept before m, too
		}
	}
}

func (s *search) visit(n int32) {
	if s.seen[n] != s.gen {
		s.seen[n] = s.gen
		s.stack = append(s.stack, n)
	}
}

// visitThread visits the events that ppo and tc order after event n.
func (g *Graph) visitThread(n int32) {
	s, e := &g.search, &g.Events[n]
	t := &g.Threads[e.Thread]
	g.visitPPO(e, t.Events)
	if t.Joined != None {
		s.visit(t.Joined)
	}
	if g.reuses > 0 {
		g.visitReuses(e)
	}
	if e.Kind == Create {
		for _, m := range g.Threads[e.Peer].Events {
			if g.Events[m].ordered() {
				s.visit(m)
			}
		}
	}
}

// visitPPO visits the events of a thread that ppo orders after event e. In a search it passes the events
// of the thread about once for each class.
func (g *Graph) visitPPO(e *Event, events []int32) {
	s, ppo, class := &g.search, g.model.Hardware.PPO, e.class()
	here, elsewhere := ppo.After(class, true), ppo.After(class, false)
	known := &s.after[int(e.Thread)*int(models.NumClasses)+int(class)]
	i, end := e.Index+1, int32(len(events))
	passes := known.gen == s.looks && i < known.hi // the events from known.lo on need not be passed
	if passes {
		end = max(i, known.lo)
	}
	from := i
	for ; i < end; i++ {
		m := events[i]
		b := &g.Events[m]
		c := b.class()
		if s.seen[m] != s.gen {
			after := elsewhere
			if b.Loc == e.Loc && b.Part.Overlaps(e.Part) {
				after = here
			}
			if after>>c&1 == 0 {
				continue
			}
			s.visit(m)
		}
		if (here|elsewhere)&^(ppo.After(c, true)&ppo.After(c, false)) == 0 {
			*known = passed{s.looks, from, i + 1}
			return // all events after e come after m, too
		}
	}
	if !passes {
		*known = passed{s.looks, from, end}
		return
	}
	known.lo = min(known.lo, from)
	if here == elsewhere || !e.Kind.Accesses() {
		return
	}
	for m := g.Latest(e.Loc, e.Thread); m != None && g.Events[m].Index >= end; m = g.Events[m].Same {
		if b := &g.Events[m]; here>>b.class()&1 != 0 && b.Part.Overlaps(e.Part) {
			s.visit(m)
		}
	}
}

// visitReuses visits the allocations that take the blocks freed by event from or later ones of its
// thread. A search looks at each event of a thread once.
func (g *Graph) visitReuses(from *Event) {
	s, events := &g.search, g.Threads[from.Thread].Events
	s.frees = lists.Extended(s.frees, len(g.Threads))
	looked := &s.frees[from.Thread]
	if looked.gen != s.gen {
		*looked = readers{s.gen, int32(len(events))}
	}
	if from.Index >= looked.next {
		return
	}
	for _, f := range events[from.Index:looked.next] {
		if e := &g.Events[f]; e.Kind == Free && e.Peer != None {
			s.visit(e.Peer)
		}
	}
	looked.next = from.Index
}

// visitReaders visits the reads of write n that are not forwarded.
func (g *Graph) visitReaders(n int32) {
	e := &g.Events[n]
	for t := range int32(len(g.Threads)) {
		if t == e.Thread && e.Part.Size == 0 {
			continue
		}
		for a := g.Latest(e.Loc, t); a != None; a = g.Events[a].Same {
			r := &g.Events[a]
			if r.Kind.Reads() && r.RF == n && !g.forwarded(r) {
				g.search.visit(a)
			}
			if g.position(r) < e.CoPosition && g.Locs[e.Loc].Parts == 0 {
				break // earlier ones read no later write
			}
		}
	}
}

// visitLaterReaders visits the reads of write n and of the writes after it in co, except forwarded ones. A
// search visits each read of a location once.
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
				break // earlier ones read no later write
			}
			if r.Kind.Reads() && !g.forwarded(r) {
				s.visit(seen.next)
			}
			seen.next = r.Same
		}
	}
}

// ordered reports whether the orders of the hardware models contain events like e.
func (e *Event) ordered() bool { return e.class() != 0 }
