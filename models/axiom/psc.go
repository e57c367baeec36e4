package axiom

import "fencepost/trace"

// A psc holds the memory of the search for cycles among seq_cst events.
type psc struct {
	events []int32 // the seq_cst events
	state  []uint8 // by seq_cst event: 0 new, 1 on the path, 2 done
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

// pscAcyclic reports whether psc = psc_base ∪ psc_F has no cycle:
//
//	psc_base = ([SC] ∪ [F_SC]; hb?); scb; ([SC] ∪ hb?; [F_SC])
//	psc_F    = [F_SC]; (hb ∪ hb; eco; hb); [F_SC]
//	scb      = sb ∪ sb≠loc; hb; sb≠loc ∪ hb=loc ∪ co ∪ fr
func (g *Graph) pscAcyclic() bool {
	p := &g.psc
	p.events = p.events[:0]
	for i := range g.Events {
		if g.Events[i].isSC() {
			p.events = append(p.events, int32(i))
		}
	}
	n := len(p.events)
	if n < 2 && (n == 0 || g.Events[p.events[0]].Kind != Fence) {
		return true
	}
	p.state = append(p.state[:0], make([]uint8, n)...)
	for i := range n {
		if p.state[i] == 0 && g.pscCycle(i) {
			return false
		}
	}
	return true
}

// pscCycle searches depth first from the i-th seq_cst event.
func (g *Graph) pscCycle(i int) bool {
	p := &g.psc
	p.state[i] = 1
	for j := range p.events {
		if p.state[j] == 2 || !g.pscEdge(p.events[i], p.events[j]) {
			continue
		}
		if p.state[j] == 1 || g.pscCycle(j) {
			return true
		}
	}
	p.state[i] = 2
	return false
}

// pscEdge reports whether psc leads from x to y, both seq_cst.
func (g *Graph) pscEdge(x, y int32) bool {
	fx, fy := g.Events[x].Kind == Fence, g.Events[y].Kind == Fence
	if !fx && !fy {
		return g.scb(x, y)
	}
	if fx && fy && g.happensBefore(x, y) {
		return true
	}
	for i := range g.Events {
		a := int32(i)
		if a != x && (!fx || !g.happensBefore(x, a)) {
			continue
		}
		if !fy {
			if g.scb(a, y) {
				return true
			}
			continue
		}
		for j := range g.Events {
			b := int32(j)
			if b != y && !g.happensBefore(b, y) {
				continue
			}
			if g.scb(a, b) || fx && a != x && b != y && g.eco(a, b) {
				return true
			}
		}
	}
	return false
}

// position returns where an access stands in co: a read where the write stands
// that it reads.
func (g *Graph) position(e *Event) int32 {
	if e.Kind.Writes() {
		return e.Place
	}
	return g.place(e.RF)
}

// eco reports whether rf ∪ co; rf? ∪ fr; rf? leads from a to b.
func (g *Graph) eco(a, b int32) bool {
	x, y := &g.Events[a], &g.Events[b]
	if a == b || !x.Kind.Accesses() || !y.Kind.Accesses() || x.Loc != y.Loc {
		return false
	}
	px, py := g.position(x), g.position(y)
	return px < py || px == py && x.Kind.Writes() && y.Kind.Reads()
}

// scb reports whether scb leads from a to b.
func (g *Graph) scb(a, b int32) bool {
	if a == b {
		return false
	}
	x, y := &g.Events[a], &g.Events[b]
	if x.Thread == y.Thread && x.Index < y.Index {
		return true
	}
	if x.Kind.Accesses() && y.Kind.Accesses() && x.Loc == y.Loc {
		if g.happensBefore(a, b) || y.Kind.Writes() && g.position(x) < y.Place {
			return true
		}
	}
	c := g.elsewhere(x, 1)
	if c == None {
		return false
	}
	d := g.elsewhere(y, -1)
	return d != None && g.happensBefore(c, d)
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
