package axiom

import (
	"slices"
	"sort"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// RC11 forbids cycles in psc, the order among seq_cst events:
//
//	psc      = psc_base ∪ psc_F
//	psc_base = ([SC] ∪ [F_SC]; hb?); scb; ([SC] ∪ hb?; [F_SC])
//	psc_F    = [F_SC]; (hb ∪ hb; eco; hb); [F_SC]
//	scb      = sb ∪ sb≠loc; hb; sb≠loc ∪ hb=loc ∪ co ∪ fr
//
// RC20 has the scb of C++20 ([atomics.order], paragraphs 3 and 4), with sb/rmw between operations:
//
//	scb      = sb ∪ sb/rmw; hb; sb/rmw ∪ eco
//
// An event just added has no later event in hb, so only fr and co lead from it, to the writes that
// follow in co. A new cycle goes through one of these writes. It starts at the event, if that is
// seq_cst, or at a seq_cst fence that happens before the event. In most cases there is no such write
// or no such start, and the graph is consistent. Otherwise a search follows psc from the start. It
// computes edges from the clocks and co, and stores none.
//
// If psc leads to an event, it also leads to the later events of its thread. So the set of events
// that a search has reached is a suffix of each thread, and from one event the search needs at most
// the first successor in each other thread. It visits the threads' events and the locations' accesses
// and writes once, from the last to the first. So its time is linear in the number of events that it
// reaches, not of pairs.

// A psc holds the seq_cst events and the state of the search.
type psc struct {
	events  []int32    // that may be seq_cst
	threads []scThread // by thread
	fences  int        // number of seq_cst fences
	limit   []int32    // by thread: the index of an event that closes a cycle if it is reached
	after   []readers  // by location: the first write in co from which writes were visited
	seen    []readers  // by location and thread: the accesses after that were visited as such that happen after others of the location
	reads   []readers  // by location and thread: the reads after that were visited as such of later writes
	below   []int32    // by pairs of threads: how many events of the second no fence of the first was found to happen before
	looks   uint32     // the current generation of the above
}

// An scThread has the seq_cst events of a thread and the state of the search there.
type scThread struct {
	events []int32 // that may be seq_cst
	fences []int32
	runs   []int32 // index in the thread of the first event of each run: see runsOf
	looked int32   // how many of the thread's events have their run in runs

	reached  int // the search has reached events[reached:]
	expanded int // it has followed psc from events[expanded:]
	fenced   int // it has reached fences[fenced:]
	later    int // the thread's events from this index on happen after accesses that were followed

	known int32 // how many of the thread's events happen before seq_cst events of other threads
}

// add adds event id, the last of its thread.
func (p *psc) add(id int32, g *Graph) {
	if !g.model.HB() {
		return
	}
	e := &g.Events[id]
	if !e.mayBeSC() {
		return
	}
	t := &p.threads[e.Thread]
	if e.Kind == Fence {
		t.fences = append(t.fences, id)
		p.fences++
	}
	t.events, p.events = append(t.events, id), append(p.events, id)
}

// runsOf returns the index of the first event of each run of thread u. Consecutive accesses of one
// location, with only choices between them, are a run. Under RC20 only the halves of an RMW are.
func (g *Graph) runsOf(u int32) []int32 {
	t, list := &g.psc.threads[u], g.Threads[u].Events
	for ; int(t.looked) < len(list); t.looked++ {
		if e := &g.Events[list[t.looked]]; e.Kind != Choice && !g.continuesRun(e) {
			t.runs = append(t.runs, t.looked)
		}
	}
	return t.runs
}

// continuesRun reports whether e is in the run of the event before it in its thread, without regard to
// choices.
func (g *Graph) continuesRun(e *Event) bool {
	if g.model.CXX20 {
		return e.Kind == ExclusiveWrite
	}
	list := g.Threads[e.Thread].Events[:e.Index]
	for n := len(list) - 1; e.Kind.Accesses() && n >= 0; n-- {
		if b := &g.Events[list[n]]; b.Kind != Choice {
			return b.Kind.Accesses() && b.Loc == e.Loc
		}
	}
	return false
}

// pop removes event id, which was added last of all.
func (p *psc) pop(id int32, e *Event) {
	t := &p.threads[e.Thread]
	t.looked = min(t.looked, e.Index)
	if n := len(t.runs); n > 0 && t.runs[n-1] == e.Index {
		t.runs = t.runs[:n-1]
	}
	if n := len(p.events); n == 0 || p.events[n-1] != id {
		return
	}
	p.events, t.events = p.events[:len(p.events)-1], t.events[:len(t.events)-1]
	if e.Kind == Fence {
		t.fences = t.fences[:len(t.fences)-1]
		p.fences--
	}
}

// clear removes all events.
func (p *psc) clear() {
	p.events, p.fences = p.events[:0], 0
	for i := range p.threads {
		t := &p.threads[i]
		t.events, t.fences, t.runs, t.looked = t.events[:0], t.fences[:0], t.runs[:0], 0
	}
}

// copyFrom copies the events of o, without the state of the search.
func (p *psc) copyFrom(o *psc) {
	p.clear()
	p.events, p.fences = append(p.events, o.events...), o.fences
	p.threads = lists.Extended(p.threads, len(o.threads))
	for i := range o.threads {
		t, from := &p.threads[i], &o.threads[i]
		t.events, t.fences, t.runs = append(t.events, from.events...), append(t.fences, from.fences...), append(t.runs, from.runs...)
		t.looked = from.looked
	}
}

// isSC reports whether e is a seq_cst event.
func (e *Event) isSC() bool {
	switch {
	case e.Kind.Reads():
		return e.readOrder() == trace.SeqCst
	case e.Kind.Writes(), e.Kind == Fence:
		return e.Order == trace.SeqCst
	}
	return false
}

// mayBeSC reports whether e is a seq_cst event, or would be if it read another value.
func (e *Event) mayBeSC() bool {
	return e.Kind != Stop && (e.Order == trace.SeqCst || e.CAS && e.Fail == trace.SeqCst)
}

// pscCycle reports whether a cycle of psc goes through a write that follows event id in co. id is the
// last event of its thread.
func (g *Graph) pscCycle(id int32) bool {
	p := &g.psc
	e := &g.Events[id]
	next := g.follower(e)
	if next == None || len(p.events) == 0 {
		return false
	}
	// A cycle is closed by a fence that happens before id, or by id itself.
	p.limit = p.limit[:0]
	fenced := false
	for u := range g.Threads {
		n := g.fencesBefore(id, int32(u))
		p.limit = append(p.limit, -1)
		if n > 0 {
			p.limit[u] = p.threads[u].place(p.threads[u].fences[n-1])
			fenced = true
		}
	}
	atFence := p.limit[e.Thread]
	if e.isSC() {
		p.limit[e.Thread] = p.threads[e.Thread].place(id)
	} else if !fenced {
		return false
	}
	g.pscBegin()
	g.pscVisitWrites(next)
	if g.model.CXX20 {
		g.pscVisitReads(e.Loc, g.Events[next].CoPosition)
	}
	if g.pscReaches() {
		return true
	}
	if !fenced || g.model.CXX20 {
		return false
	}
	// Between fences psc of RC11 also leads to events that happen after a read of these writes.
	p.limit[e.Thread] = atFence
	g.pscVisitReads(e.Loc, g.Events[next].CoPosition)
	return g.pscReaches()
}

// place returns the index of event id in t.events, or the index at which it would be inserted.
func (t *scThread) place(id int32) int32 {
	n, _ := slices.BinarySearch(t.events, id)
	return int32(n)
}

// fencesBefore returns how many of the seq_cst fences of thread t happen before event id.
func (g *Graph) fencesBefore(id, t int32) int {
	fences := g.psc.threads[t].fences
	if len(fences) == 0 {
		return 0
	}
	return sort.Search(len(fences), func(k int) bool { return !g.happensBefore(fences[k], id) })
}

// pscBegin starts a search that has reached nothing.
func (g *Graph) pscBegin() {
	p := &g.psc
	for u := range g.Threads {
		t := &p.threads[u]
		t.reached, t.expanded, t.fenced = len(t.events), len(t.events), len(t.fences)
		t.later = len(g.Threads[u].Events)
		t.known = 0
	}
	for u := range g.Threads {
		if list := p.threads[u].events; len(list) > 0 {
			for v, n := range g.clock(list[len(list)-1], hbClock)[:len(g.Threads)] {
				if v != u {
					p.threads[v].known = max(p.threads[v].known, n)
				}
			}
		}
	}
	if p.fences > 0 {
		p.below = p.below[:0]
		for range g.Threads {
			for u := range g.Threads {
				p.below = append(p.below, int32(p.threads[u].later))
			}
		}
	}
	if p.looks++; p.looks == 0 {
		clear(p.after[:cap(p.after)])
		clear(p.seen[:cap(p.seen)])
		clear(p.reads[:cap(p.reads)])
		p.looks = 1
	}
	p.after = lists.Extended(p.after, len(g.Locs))
	p.seen, p.reads = lists.Extended(p.seen, len(g.latest)), lists.Extended(p.reads, len(g.latest))
}

// pscReaches follows psc from the events reached; it reports whether it leads to a limit.
func (g *Graph) pscReaches() bool {
	p := &g.psc
	for again := true; again && !g.halted(); {
		again = false
		for u := range g.Threads {
			t := &p.threads[u]
			if t.reached <= int(p.limit[u]) {
				return true
			}
			for ; t.expanded > t.reached && !g.halted(); again = true {
				t.expanded--
				g.pscFollow(t.events[t.expanded])
			}
		}
	}
	for u := range g.Threads {
		if p.threads[u].reached <= int(p.limit[u]) {
			return true
		}
	}
	return false
}

// pscFollow reaches the events to which psc leads from event x.
func (g *Graph) pscFollow(x int32) {
	switch e := &g.Events[x]; {
	case e.Kind == Fence:
		g.pscFromFence(x)
	case e.isSC() && e.Idle == 0 && e.inCo():
		g.pscFromAccess(x)
	}
}

// reach records that the search has reached t.events[place:].
func (t *scThread) reach(place int) { t.reached = min(t.reached, place) }

// reach records that the search has reached event id, of thread u, and the later ones.
func (p *psc) reach(u, id int32) {
	if t := &p.threads[u]; t.reached == len(t.events) || id < t.events[t.reached] {
		t.reach(int(t.place(id)))
	}
}

// pscVisitWrites reaches the events to which psc_base leads through write w and the writes after it
// in co: seq_cst writes, and fences that the writes happen before.
func (g *Graph) pscVisitWrites(w int32) {
	if w == None {
		return
	}
	p := &g.psc
	from := &p.after[g.Events[w].Loc]
	if from.gen != p.looks {
		*from = readers{p.looks, None}
	}
	first := g.Events[w].CoPosition
	for b := w; b != None && b != from.next && !g.halted(); b = g.Events[b].CoAfter {
		e := &g.Events[b]
		if from.next != None && e.CoPosition > g.Events[from.next].CoPosition {
			return // they were visited
		}
		if e.isSC() {
			p.reach(e.Thread, b)
		}
		g.pscVisitFences(b)
	}
	if from.next == None || first < g.Events[from.next].CoPosition {
		from.next = w
	}
}

// pscVisitFences reaches the fences that event b happens before, or is.
func (g *Graph) pscVisitFences(b int32) {
	p := &g.psc
	if p.fences == 0 {
		return
	}
	for u := range g.Threads {
		t := &p.threads[u]
		from := t.fenced
		for t.fenced > 0 && (b == t.fences[t.fenced-1] || g.happensBefore(b, t.fences[t.fenced-1])) {
			t.fenced--
		}
		if t.fenced < from {
			t.reach(int(t.place(t.fences[t.fenced])))
		}
	}
}

// pscVisitReads reaches the fences that happen after reads at location l from a write at position
// from in co or later. Under RC20 it reaches these reads, too, if they are seq_cst.
func (g *Graph) pscVisitReads(l, from int32) {
	p := &g.psc
	for u := range int32(len(g.Threads)) {
		seen := &p.reads[int(l)*g.stride+int(u)]
		if seen.gen != p.looks || g.Locs[l].Parts > 0 {
			*seen = readers{p.looks, g.Latest(l, u)}
		}
		for ; seen.next != None; seen.next = g.Events[seen.next].Same {
			e := &g.Events[seen.next]
			if !e.inCo() {
				continue
			}
			if g.position(e) < from && g.Locs[l].Parts == 0 {
				break // those before it read no later write
			}
			if !e.Kind.Reads() || g.position(e) < from {
				continue
			}
			if g.model.CXX20 && e.isSC() {
				g.psc.reach(u, seen.next)
			}
			g.pscVisitFences(seen.next)
		}
	}
}

// pscFromAccess reaches the events to which psc leads from seq_cst access x. By sb it leads to all
// fences that happen after the next event of the thread.
func (g *Graph) pscFromAccess(x int32) {
	e := &g.Events[x]
	g.pscVisitWrites(g.follower(e))
	if g.model.CXX20 {
		g.pscVisitReads(e.Loc, g.seenAfter(e))
	}
	if e.Index >= g.psc.threads[e.Thread].known {
		return // it happens before no seq_cst event of another thread
	}
	list := g.Threads[e.Thread].Events
	if int(e.Index)+1 < len(list) {
		g.pscVisitFences(list[e.Index+1])
	}
	c := g.otherLocation(e, 1)
	for u := range int32(len(g.Threads)) {
		if u == e.Thread {
			continue
		}
		g.pscVisitLater(x, u)
		if c != None {
			g.pscVisitElsewhere(c, u)
		}
	}
}

// follower returns the write directly after access e in co or, if e reads, directly after the write
// from which it reads; or None.
func (g *Graph) follower(e *Event) int32 {
	if e.Kind.Reads() {
		return g.After(e.RF, e.Loc)
	}
	return e.CoAfter
}

// pscVisitLater reaches the seq_cst accesses by thread u to the location of access x that happen
// after x, and the fences that happen after such accesses.
func (g *Graph) pscVisitLater(x, u int32) {
	p := &g.psc
	l := g.Events[x].Loc
	seen := &p.seen[int(l)*g.stride+int(u)]
	if seen.gen != p.looks {
		*seen = readers{p.looks, g.Latest(l, u)}
	}
	for ; seen.next != None && g.happensBefore(x, seen.next); seen.next = g.Events[seen.next].Same {
		if g.Events[seen.next].isSC() {
			p.reach(u, seen.next)
		}
		g.pscVisitFences(seen.next)
	}
}

// pscVisitElsewhere reaches the seq_cst accesses of thread u that come after event c, which is of
// another thread, or after an event that happens after c, with an event of another location between.
func (g *Graph) pscVisitElsewhere(c, u int32) {
	t := &g.psc.threads[u]
	list := g.Threads[u].Events
	from := t.later
	for t.later > 0 && g.happensBefore(c, list[t.later-1]) {
		t.later--
	}
	if create := g.Threads[u].Parent; create != None && (c == create || g.happensBefore(c, create)) {
		t.reach(0) // its start is sb-before all, and no access
		return
	}
	if t.later == from {
		return
	}
	k := t.later
	for k < len(list) && g.Events[list[k]].Kind == Choice {
		k++
	}
	runs := g.runsOf(u)
	if n, _ := slices.BinarySearch(runs, int32(k)+1); n < len(runs) {
		t.reach(int(t.place(list[runs[n]])))
	}
}

// pscFromFence reaches the events to which psc leads from seq_cst fence x by co, fr or eco from an
// access that happens after x. Events to which hb alone leads need not be reached: psc leads from x
// to all events to which it leads from them.
func (g *Graph) pscFromFence(x int32) {
	p := &g.psc
	row := int(g.Events[x].Thread) * len(g.Threads)
	for u := range g.Threads {
		list, left := g.Threads[u].Events, &p.below[row+u]
		for ; *left > 0 && g.happensBefore(x, list[*left-1]) && !g.halted(); *left-- {
			e := &g.Events[list[*left-1]]
			if !e.inCo() || e.Idle != 0 {
				continue
			}
			g.pscVisitWrites(g.follower(e))
			g.pscVisitReads(e.Loc, g.seenAfter(e))
		}
	}
}

// addPSC adds an edge from seq_cst event x to the first event of each thread to which psc leads from
// x. It leaves out events to which po ∪ rf leads as well.
func (g *Graph) addPSC(x int32, add func(a, b int32)) {
	p := &g.psc
	g.pscBegin()
	g.pscFollow(x)
	for u := range g.Threads {
		if t := &p.threads[u]; t.reached < len(t.events) {
			add(x, t.events[t.reached])
		}
	}
}

func (g *Graph) halted() bool { return g.Halt != nil && g.Halt.Load() }

// seenAfter returns the least position of a write whose reads come after access e in eco.
func (g *Graph) seenAfter(e *Event) int32 {
	if e.Kind.Writes() {
		return e.CoPosition
	}
	return g.position(e) + 1
}

// position returns the position of an access in co. A read has the position of the write from which
// it reads.
func (g *Graph) position(e *Event) int32 {
	if e.Kind.Writes() {
		return e.CoPosition
	}
	return g.PositionOf(e.RF)
}

// staysBefore reports whether scb without co, fr and eco leads from access a to access b. c is the event
// that otherLocation finds after a.
func (g *Graph) staysBefore(a, b, c int32) bool {
	x, y := &g.Events[a], &g.Events[b]
	if x.Thread == y.Thread && x.Index < y.Index {
		return true
	}
	if x.Loc == y.Loc && g.happensBefore(a, b) {
		return true
	}
	if c == None || c != b && !g.happensBefore(c, b) {
		return false
	}
	if d := g.otherLocation(y, -1); d != None {
		return g.happensBefore(c, d)
	}
	create := g.Threads[y.Thread].Parent // its thread's start is sb-before y, and no access
	return create != None && (c == create || g.happensBefore(c, create))
}

// otherLocation returns the nearest event of the thread of e, in the direction of step, that is of
// another run and no choice; or None.
func (g *Graph) otherLocation(e *Event, step int) int32 {
	list, runs := g.Threads[e.Thread].Events, g.runsOf(e.Thread)
	n, _ := slices.BinarySearch(runs, e.Index+1) // the run after that of e
	if step > 0 {
		if n < len(runs) {
			return list[runs[n]]
		}
		return None
	}
	if n == 0 {
		return None
	}
	i := runs[n-1] - 1
	for i >= 0 && g.Events[list[i]].Kind == Choice {
		i--
	}
	if i < 0 {
		return None
	}
	return list[i]
}
