package explore

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/models/axiom"
	"fencepost/trace/lists"
)

// Atomic sections. A double compare-and-swap is one: a comparing read of each location and, if
// both match, two RMWs. The comparing reads decide whether there are RMWs before the first is
// added, so that its two halves stay together. Displays and runs of the machine leave the
// comparing reads of a successful one out.
//
// A section that has read an old value takes place before the write of any later value. Its next
// access often cannot be the last in co, and has no choice if the section accessed the location
// before. So an event of a section is added maximally if it is the last in co that is consistent
// with the earlier events of the section. If the last in co alone counted, the search would miss
// executions in which another thread's write is read in between. A section cannot continue if
// other RMWs have read every write that it may read, or the write that its own write has to
// follow. Its thread then stops. The execution does not count, but writes of other threads may
// still revisit the reads of the section, and earlier reads.
//
// The prefix of a read of a section's write contains the whole section (axiom.Graph), and not only
// its events up to that write: later events of the section may leave no place for later events of
// the reader's thread. So if the write revisits a read before its section has ended, the thread of
// the read continues only after the section.

// hasSections reports whether a program has atomic sections.
func hasSections(p *code.Program) bool {
	return p.Atomic != 0 || p.Has(func(in code.Instr) bool { return in.Op == code.DCAS })
}

// inSection sets e.Section to the current atomic section of its thread. e is the next event of
// the thread. A double compare-and-swap outside a section begins one.
func (x *explorer) inSection(e *axiom.Event) {
	inside := x.sections && x.vm.Section() == e.Thread
	if !inside && !e.Peek {
		return
	}
	list := x.g.Threads[e.Thread].Events
	e.Section = int32(len(list)) + 1
	if n := len(list); inside && n > 0 && x.g.Events[list[n-1]].Section != 0 {
		e.Section = x.g.Events[list[n-1]].Section
	}
}

// succeeds reports whether e is a comparing read of a double compare-and-swap whose RMWs follow.
func (x *explorer) succeeds(e *axiom.Event) bool {
	if !e.Peek {
		return false
	}
	for _, id := range x.g.Threads[e.Thread].Events[e.Index+1:] {
		if next := &x.g.Events[id]; !next.Peek {
			return next.Kind == axiom.ExclusiveRead && next.Section == e.Section && next.Site == e.Site
		}
	}
	return false
}

// determined returns the write, or Init, if read id can read no other: its atomic section accessed
// the location before, or it confirms an earlier read. It returns None otherwise. Under RC11 a
// section may read an overwritten write, so an earlier access determines nothing.
func (x *explorer) determined(id int32) int32 {
	e := &x.g.Events[id]
	if e.Confirms {
		return x.g.Events[x.confirmed(id)].RF
	}
	if e.Section == 0 || e.Same == axiom.None || x.g.Model().HB() {
		return axiom.None
	}
	switch before := &x.g.Events[e.Same]; {
	case before.Index < e.Section-1 || before.Part.Size > 0 || e.Part.Size > 0:
		return axiom.None
	case before.Kind.Writes():
		return e.Same
	default:
		return before.RF
	}
}

// midSection reports whether event id is in an atomic section, and is not its first event.
func (x *explorer) midSection(id int32) bool {
	e := &x.g.Events[id]
	return e.Section != 0 && e.Index >= e.Section
}

// stops stops the thread of read id in the middle of an atomic section if the read is that of an
// RMW and other RMWs have read all of x.choices. It reports whether it did. If there are choices
// nevertheless, because the write of this RMW may revisit another RMW, the stop is a branch.
func (x *explorer) stops(id int32) bool {
	e := &x.g.Events[id]
	if !x.midSection(id) || e.Kind != axiom.ExclusiveRead && !e.CAS ||
		slices.ContainsFunc(x.choices, func(w int32) bool { return x.couldRead(id, w, axiom.None) }) {
		return false
	}
	if len(x.choices) > 0 {
		x.push(item{kind: stopAt, event: id, other: axiom.None})
		return false
	}
	x.stop(id)
	return true
}

// stop turns event id, the last of the graph, into a stop of its thread.
func (x *explorer) stop(id int32) {
	e := x.g.Events[id]
	x.g.Pop()
	e.Was, e.Kind = e.Kind, axiom.Stop
	x.g.Add(e)
}

// restart undoes stop of event id, the last of the graph.
func (x *explorer) restart(id int32) {
	if e := x.g.Events[id]; e.Kind == axiom.Stop {
		x.g.Pop()
		e.Kind = e.Was
		x.g.Add(e)
	}
}

// cut makes g a copy of o without the events that a revisit of r by w deletes, and sets x.number.
// If event r is a stop, it becomes a read again.
func (x *explorer) cut(g, o *axiom.Graph, r, w int32) {
	x.number = lists.Extended(x.number, len(o.Events))
	if e := &o.Events[r]; e.Kind == axiom.Stop {
		e.Kind = e.Was
		defer func() { e.Kind = axiom.Stop }()
	}
	g.Cut(o, r, w, x.number)
}

// An error, a failed assumption, the end of the program or the bound on loops may stop a thread in
// the middle of an atomic section. No other thread may see such a section. The graph, in which the
// other threads continue, represents executions of the events that are not after the section. The
// events after it do not happen in this execution. Another graph has them without the section.

// afterEnd reports whether event id comes after an atomic section of another thread that does
// not end.
func (x *explorer) afterEnd(id int32) bool { return x.holdsEnd(id, x.g.Events[id].Thread) }

// holdsEnd reports whether the prefix of event id contains an atomic section that does not end,
// of a thread other than except.
func (x *explorer) holdsEnd(id, except int32) bool {
	if !x.sections {
		return false
	}
	for _, t := range x.vm.Threads() {
		if t.ID == except || !t.InSection() {
			continue
		}
		list := x.g.Threads[t.ID].Events
		if n := len(list); n > 0 {
			if e := &x.g.Events[list[n-1]]; e.Section != 0 && x.g.Before(id, t.ID) >= e.Section {
				return true
			}
		}
	}
	return false
}

// goesPast reports whether a thread continues after an atomic section of another thread that does
// not end.
func (x *explorer) goesPast() bool {
	return slices.ContainsFunc(x.g.Order, func(t int32) bool {
		last := x.lastDone(t)
		return last != axiom.None && x.afterEnd(last)
	})
}

// stopped returns the event at which thread t has stopped in the middle of an atomic section; or
// None.
func (x *explorer) stopped(t int32) int32 {
	if list := x.g.Threads[t].Events; x.sections && len(list) > 0 {
		if id := list[len(list)-1]; x.g.Events[id].Kind == axiom.Stop {
			return id
		}
	}
	return axiom.None
}

// waitsWithin reports vm.WaitsWithin, and false if the thread in a section has stopped.
func (x *explorer) waitsWithin() bool {
	return x.stopped(x.vm.Section()) == axiom.None && x.vm.WaitsWithin()
}

// inTheMiddle reports whether a thread has stopped in the middle of an atomic section.
func (x *explorer) inTheMiddle() bool {
	return slices.ContainsFunc(x.g.Order, func(t int32) bool { return x.stopped(t) != axiom.None })
}

// readsUnfinished reports whether event id reads a write of the atomic section that another
// thread is in, and that has not stopped.
func (x *explorer) readsUnfinished(id int32) bool {
	t := x.vm.Section()
	if !x.sections || t < 0 || x.stopped(t) != axiom.None {
		return false
	}
	e := &x.g.Events[id]
	if !e.Kind.Reads() || e.RF < 0 || e.Thread == t {
		return false
	}
	last := x.g.Threads[t].Events[x.cursor[t]-1]
	w := &x.g.Events[e.RF]
	return w.Thread == t && w.Section != 0 && w.Section == x.g.Events[last].Section
}

// latestFitting is maximal for event id in the middle of an atomic section. It reports whether
// the event reads from, or is, the last write in co that is consistent with the earlier events of
// the section. A stop is maximal if its read has no such write. The graph that it checks has the
// events that are not deleted if w revisits id.
func (x *explorer) latestFitting(id, w int32) bool {
	e := &x.g.Events[id]
	if !x.midSection(id) || e.Blocked {
		return false
	}
	full := x.g
	defer func() { x.g = full }()
	if x.before == nil {
		x.before = x.pool.newGraph()
	}
	x.g = x.before
	g := x.g
	stops := e.Kind == axiom.Stop
	x.cut(g, full, id, w)
	x.blockAgain(full, axiom.None)
	half := int32(axiom.None) // the reading half of w
	if full.Events[w].Kind == axiom.ExclusiveWrite {
		half = x.number[full.Events[w].Before]
	}
	g.Pop() // w
	id = x.number[id]
	e = &g.Events[id]
	if e.Kind.Writes() {
		after := e.CoBefore
		g.Remove(id)
		for p := g.Locs[e.Loc].Last; p != after; p = g.Events[p].CoBefore {
			if n := g.After(p, e.Loc); (n == axiom.None || g.Events[n].Kind != axiom.ExclusiveWrite) && x.fits(id, p) {
				return false
			}
		}
		return true
	}
	var low int32
	if stops {
		low = g.CoBound(id)
	} else {
		low = g.PositionOf(e.RF) + 1
	}
	for p := g.Locs[e.Loc].Last; g.PositionOf(p) >= low; p = g.Events[p].CoBefore {
		if x.couldRead(id, p, half) {
			return false
		}
		if p == axiom.Init {
			break
		}
	}
	return true
}

// couldRead reports whether read id, the last event of its thread, could read from p. If it is of
// an RMW, no other RMW may read p; except is one that may, or None.
func (x *explorer) couldRead(id, p, except int32) bool {
	g := x.g
	l := g.Events[id].Loc
	g.SetRF(id, p, x.reads(&g.Events[id], p))
	if e := g.Events[id]; e.Kind == axiom.ExclusiveRead {
		if u := g.TakenBy(p, l, id); u != axiom.None && u != except {
			return false
		}
		u := g.Add(axiom.Event{Kind: axiom.ExclusiveWrite, Order: e.Order, Thread: e.Thread, Loc: l, Section: e.Section, Part: e.Part, Inserts: e.Inserts})
		defer g.Pop()
		return x.fits(u, p)
	}
	return x.consistent(id, axiom.None)
}
