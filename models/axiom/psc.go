package axiom

import "fencepost/trace"

// RC11 forbids cycles in psc, the order among seq_cst events:
//
//	psc      = psc_base ∪ psc_F
//	psc_base = ([SC] ∪ [F_SC]; hb?); scb; ([SC] ∪ hb?; [F_SC])
//	psc_F    = [F_SC]; (hb ∪ hb; eco; hb); [F_SC]
//	scb      = sb ∪ sb≠loc; hb; sb≠loc ∪ hb=loc ∪ co ∪ fr
//
// An event just added has nothing after it in hb, so what leads on from it are
// fr and co, to the writes that follow in co. A new cycle goes through one of
// these: from the event if it is seq_cst, or a seq_cst fence that happens before
// it. In most cases there is no such write, or no such event, and nothing is to
// be done. Otherwise a search follows psc from there; edges are read off the
// clocks and co, nothing is kept.

// A psc holds the memory of that search.
type psc struct {
	events []int32 // that may be seq_cst
	fences []int32 // places in events of the fences
	seen   []bool  // by place in events
	stack  []int32
}

// add adds event id to those that may be seq_cst, if it may.
func (p *psc) add(id int32, e *Event) {
	if !e.mayBeSC() {
		return
	}
	if e.Kind == Fence {
		p.fences = append(p.fences, int32(len(p.events)))
	}
	p.events = append(p.events, id)
}

// pop takes away event e, which was added last of all, if it may be seq_cst.
func (p *psc) pop(e *Event) {
	if !e.mayBeSC() {
		return
	}
	if e.Kind == Fence {
		p.fences = p.fences[:len(p.fences)-1]
	}
	p.events = p.events[:len(p.events)-1]
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

// pscCycle reports whether a cycle of psc goes through what follows in co event
// id, which has nothing after it in hb.
func (g *Graph) pscCycle(id int32) bool {
	p := &g.psc
	e := &g.Events[id]
	next := e.CoAfter
	if e.Kind.Reads() {
		next = g.After(e.RF, e.Loc)
	}
	if next == None || len(p.events) == 0 {
		return false
	}
	fenced := false
	for _, i := range p.fences {
		if g.happensBefore(p.events[i], id) {
			fenced = true
			break
		}
	}
	goal := int32(None)
	if e.isSC() {
		goal = id
	} else if !fenced {
		return false
	}
	p.seen, p.stack = append(p.seen[:0], make([]bool, len(p.events))...), p.stack[:0]
	for b := next; b != None; b = g.Events[b].CoAfter {
		g.pscVisit(b)
	}
	if g.pscReaches(goal, id) {
		return true
	}
	if !fenced {
		return false
	}
	// Between fences psc also leads to what happens after a read of these writes.
	from := g.Events[next].CoPosition
	for a := g.Locs[e.Loc].Access; a != None; a = g.Events[a].Access {
		if r := &g.Events[a]; r.Kind.Reads() && g.PositionOf(r.RF) >= from {
			g.pscVisitFences(a)
		}
	}
	return g.pscReaches(None, id)
}

// pscReaches reports whether psc leads from the events on the stack to goal, or
// to a fence that happens before event id.
func (g *Graph) pscReaches(goal, id int32) bool {
	p := &g.psc
	for len(p.stack) > 0 && !g.halted() {
		x := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		if x == goal {
			return true
		}
		if g.Events[x].Kind != Fence {
			g.pscFromAccess(x)
		} else if g.happensBefore(x, id) {
			return true
		} else {
			g.pscFromFence(x)
		}
	}
	return false
}

// pscVisit visits what psc_base leads to by way of access b: itself, and fences
// that it happens before.
func (g *Graph) pscVisit(b int32) {
	p := &g.psc
	for i, y := range p.events {
		if !p.seen[i] && (y == b && g.Events[y].isSC() || g.Events[y].Kind == Fence && g.happensBefore(b, y)) {
			p.seen[i] = true
			p.stack = append(p.stack, y)
		}
	}
}

// pscVisitFences visits the fences that event b happens before, or is.
func (g *Graph) pscVisitFences(b int32) {
	p := &g.psc
	for _, i := range p.fences {
		if y := p.events[i]; !p.seen[i] && (b == y || g.happensBefore(b, y)) {
			p.seen[i] = true
			p.stack = append(p.stack, y)
		}
	}
}

// pscFromAccess visits what psc leads to from seq_cst access x. By way of sb, it
// leads to all fences that the next event of the thread happens before.
func (g *Graph) pscFromAccess(x int32) {
	p := &g.psc
	e := &g.Events[x]
	if e.Idle != 0 {
		return
	}
	next := g.elsewhere(e, 1)
	for i, y := range p.events {
		if f := &g.Events[y]; !p.seen[i] && f.Kind != Fence && f.isSC() && g.scb(x, y, next) {
			p.seen[i] = true
			p.stack = append(p.stack, y)
		}
	}
	if len(p.fences) == 0 {
		return
	}
	if list := g.Threads[e.Thread].Events; int(e.Index)+1 < len(list) {
		g.pscVisitFences(list[e.Index+1])
	}
	at := g.position(e)
	for b := g.Locs[e.Loc].Access; b != None && !g.halted(); b = g.Events[b].Access {
		if f := &g.Events[b]; b != x && (f.Kind.Writes() && at < f.CoPosition || g.happensBefore(x, b)) {
			g.pscVisitFences(b)
		}
	}
}

// pscFromFence visits what psc leads to from seq_cst fence x by way of co, fr or
// eco from an access that x happens before. Where it leads by hb alone need not be
// visited: what psc leads to from there, it leads to from x.
func (g *Graph) pscFromFence(x int32) {
	const none = 1<<31 - 1
	for l := range g.Locs {
		first, write := int32(none), int32(none) // coherence positions of the first of these accesses
		for a := g.Locs[l].Access; a != None; a = g.Events[a].Access {
			e := &g.Events[a]
			if e.Idle != 0 || !g.happensBefore(x, a) {
				continue
			}
			first = min(first, g.position(e))
			if e.Kind.Writes() {
				write = min(write, e.CoPosition)
			}
		}
		if first == none {
			continue
		}
		for b := g.Locs[l].Access; b != None && !g.halted(); b = g.Events[b].Access {
			switch e := &g.Events[b]; {
			case e.Kind.Writes() && e.CoPosition > first:
				g.pscVisit(b)
			case e.Kind.Reads() && (g.position(e) > first || g.position(e) == write):
				g.pscVisitFences(b)
			}
		}
	}
}

// addPSC adds what psc leads to from seq_cst event x, beside what po ∪ rf does.
func (g *Graph) addPSC(x int32, add func(a, b int32)) {
	p := &g.psc
	p.seen, p.stack = append(p.seen[:0], make([]bool, len(p.events))...), p.stack[:0]
	if g.Events[x].Kind == Fence {
		g.pscFromFence(x)
	} else {
		g.pscFromAccess(x)
	}
	for _, y := range p.stack {
		add(x, y)
	}
}

func (g *Graph) halted() bool { return g.Halt != nil && g.Halt.Load() }

// position returns where an access stands in co: a read where the write stands
// that it reads.
func (g *Graph) position(e *Event) int32 {
	if e.Kind.Writes() {
		return e.CoPosition
	}
	return g.PositionOf(e.RF)
}

// scb reports whether scb leads from access a, behind which elsewhere finds c, to access b.
func (g *Graph) scb(a, b, c int32) bool {
	x, y := &g.Events[a], &g.Events[b]
	return a != b && (x.Loc == y.Loc && y.Kind.Writes() && g.position(x) < y.CoPosition || g.staysBefore(a, b, c))
}

// staysBefore is scb without co and fr.
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
	if d := g.elsewhere(y, -1); d != None {
		return g.happensBefore(c, d)
	}
	create := g.Threads[y.Thread].Parent // its thread's start is sb-before y, and no access
	return create != None && (c == create || g.happensBefore(c, create))
}

// elsewhere returns the nearest event of the same thread, in the direction
// given, that is no access of the same location; or None.
func (g *Graph) elsewhere(e *Event, step int) int32 {
	list := g.Threads[e.Thread].Events
	for i := int(e.Index) + step; i >= 0 && i < len(list); i += step {
		f := &g.Events[list[i]]
		if f.Kind != Choice && !(f.Kind.Accesses() && e.Kind.Accesses() && f.Loc == e.Loc) {
			return list[i]
		}
	}
	return None
}
