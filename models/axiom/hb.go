package axiom

import (
	"fencepost/trace"
	"fencepost/trace/clock"
)

// readOrder returns the memory order of a read.
func (e *Event) readOrder() trace.Order {
	if e.Kind == FailedRead && e.CAS {
		return e.Fail
	}
	return e.Order
}

// setHB computes the happens-before clock of event id, which follows event from
// (its predecessor, or its thread's creation), and if it writes its release clock.
//
//	sw = [release]; ([F]; sb)?; rs; rf; [atomic]; (sb; [F])?; [acquire]
//	rs = [W]; (sb & loc)?; [W & atomic]; (rf; rmw)*
//
// RC20 has no sb & loc in rs. If one release sequence has several heads in one thread the
// latest counts, because the events before it include the events before the others. The clock
// lacks the write that an acquire read reads from: see followRF.
func (g *Graph) setHB(id, from int32) {
	e := &g.Events[id]
	hb := g.clock(id, hbClock)
	if from == None {
		clear(hb)
	} else {
		copy(hb, g.clock(from, hbClock))
	}
	hb[e.Thread] = e.Index + 1
	e.Release = None
	if e.Before != None {
		e.Release = g.Events[e.Before].Release
	}
	switch e.Kind {
	case Write, ExclusiveWrite:
		g.setRelease(id)
	case Fence:
		if e.Order.Acquires() {
			for b := e.Before; b != None; b = g.Events[b].Before {
				r := &g.Events[b]
				if r.Kind == Fence && r.Order.Acquires() {
					break // its clock includes the earlier ones
				}
				if r.Kind.Reads() && r.RF >= 0 && r.readOrder() != trace.Plain {
					clock.Join(hb, g.clock(r.RF, releaseClock))
				}
			}
		}
		if e.Order.Releases() {
			e.Release = id
		}
	case Join:
		if n := len(g.Threads[e.Peer].Events); n > 0 {
			clock.Join(hb, g.clock(g.Threads[e.Peer].Events[n-1], hbClock))
		}
	}
}

// setRelease computes the clock with which an acquire read of write id synchronises.
func (g *Graph) setRelease(id int32) {
	e := &g.Events[id]
	rel := g.clock(id, releaseClock)
	clear(rel)
	if e.Order.Releases() {
		e.Head = id
	} else {
		e.Head = e.Release
		for a := e.Same; a != None && !g.model.CXX20; a = g.Events[a].Same {
			if b := &g.Events[a]; b.Kind.Writes() {
				if b.Head != None && (e.Head == None || b.Head > e.Head) {
					e.Head = b.Head
				}
				break
			}
		}
	}
	if e.Order == trace.Plain {
		return // no read synchronises with it, but a later atomic write may continue the sequence of Head
	}
	if e.Head != None {
		copy(rel, g.clock(e.Head, hbClock))
	}
	if e.Kind == ExclusiveWrite {
		if w := g.Events[e.Before].RF; w >= 0 {
			clock.Join(rel, g.clock(w, releaseClock))
		}
	}
}

// happensBefore reports whether event a happens before event b.
func (g *Graph) happensBefore(a, b int32) bool {
	e := &g.Events[a]
	return a != b && e.Index < g.clock(b, hbClock)[e.Thread]
}

// Ordered reports whether event a comes before event b in every execution of the graph: by
// happens-before, or under a hardware model by program order and rf.
func (g *Graph) Ordered(a, b int32) bool {
	if g.model.HB() {
		return g.happensBefore(a, b)
	}
	return a != b && g.InPrefix(a, b)
}

// Races calls f for each access that races with access id, which was just added or now reads another
// store: an access of another thread to the same location, such that one of the two is a write, one
// is not atomic, and neither happens before the other.
func (g *Graph) Races(id int32, f func(other int32)) {
	e := &g.Events[id]
	if !g.model.HB() || g.Locs[e.Loc].Plain == 0 {
		return
	}
	hb := g.clock(id, hbClock)
	for t := range int32(len(g.Threads)) {
		if t == e.Thread {
			continue
		}
		for a := g.Latest(e.Loc, t); a != None && !g.halted(); a = g.Events[a].Same {
			b := &g.Events[a]
			if b.Index < hb[t] {
				break
			}
			if (b.Order == trace.Plain || e.Order == trace.Plain) && (b.Kind.Writes() || e.Kind.Writes()) && !g.happensBefore(id, a) {
				f(a)
			}
		}
	}
}
