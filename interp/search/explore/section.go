package explore

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/models/axiom"
)

// Atomic sections, and double compare-and-swaps, which are one each: they look at both
// locations, and are then two RMWs if both match. Whether there are RMWs is known before the
// first is added, so that the halves of one stay together; in displays, and in runs of the
// machine, the looks are left out.
//
// A section that has read an old value takes place before the write of a later one. What it
// reads or writes next can often not be last in co, and has no choice at all where it accessed
// the location before. So an event of a section is added maximally if it is the last in co
// that goes with what the section did. Where only what is last in co counted, executions were
// missed in which another thread's write is read between. If a section cannot go on, for
// other RMWs have taken all that it may read, or one has taken what its write would have to
// stand behind, its thread stops. The execution does not count, but the writes of others
// still come to revisit what the section reads, or read before.
//
// Who reads what a section wrote keeps the whole section (axiom.Graph), not only what it did
// up to that write: what the section does later may leave the reader's thread no place for
// what it does next. So a thread that reads it before the section has ended, as the write
// revisits its read, goes on after the section.

// hasSections reports whether a program has atomic sections. A double compare-and-swap is
// one: two reads that tell whether it succeeds and, if it does, two RMWs.
func hasSections(p *code.Program) bool {
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if in.Op == code.DCAS {
				return true
			}
		}
	}
	return p.Atomic != 0
}

// inSection notes in e, which is added next to the thread, the atomic section that it
// is in. A double compare-and-swap begins one unless it is in one.
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

// succeeds reports whether e is a look of a double compare-and-swap whose RMWs follow.
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

// determined returns the only write, or Init, that read id can read because its atomic
// section accessed the location before, or it confirms what was read; or None. Under RC11 a
// section may read what was overwritten.
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

// midSection reports whether event id is in an atomic section, and not its first.
func (x *explorer) midSection(id int32) bool {
	e := &x.g.Events[id]
	return e.Section != 0 && e.Index >= e.Section
}

// stops reports whether read id stops its thread in the middle of an atomic section: it is
// of an RMW, and can read none of x.choices, for others have taken them. It is a branch to
// stop if there are any: the write of this RMW may revisit another.
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

// stop makes the last event one that stops its thread.
func (x *explorer) stop(id int32) {
	e := x.g.Events[id]
	x.g.Pop()
	e.Was, e.Kind = e.Kind, axiom.Stop
	x.g.Add(e)
}

// restart takes back what stop did to the last event.
func (x *explorer) restart(id int32) {
	if e := x.g.Events[id]; e.Kind == axiom.Stop {
		x.g.Pop()
		e.Kind = e.Was
		x.g.Add(e)
	}
}

// cut is axiom.Graph.Cut of o. If the thread of r has stopped there, it goes on.
func (x *explorer) cut(g, o *axiom.Graph, r, w int32) {
	for len(x.number) < len(o.Events) {
		x.number = append(x.number, 0)
	}
	if e := &o.Events[r]; e.Kind == axiom.Stop {
		e.Kind = e.Was
		defer func() { e.Kind = axiom.Stop }()
	}
	g.Cut(o, r, w, x.number)
}

// An error, an assumption that does not hold, the end of the program or the bound on loops may
// stop a thread in the middle of an atomic section. No other thread ever sees the section, which
// does not end: the graph, in which the other threads go on, holds executions up to any events
// that are not after it. Those after it are no execution, but what the threads do
// there may come earlier as well, in another graph.

// afterEnd reports whether event id comes after an atomic section of another thread that does
// not end.
func (x *explorer) afterEnd(id int32) bool { return x.holdsEnd(id, x.g.Events[id].Thread) }

// holdsEnd reports whether the prefix of event id holds an atomic section, of a thread other
// than one, that does not end.
func (x *explorer) holdsEnd(id, but int32) bool {
	if !x.sections {
		return false
	}
	for _, t := range x.vm.Threads() {
		if t.ID == but || !t.InSection() {
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

// goesPast reports whether a thread goes on after an atomic section of another that does not
// end.
func (x *explorer) goesPast() bool {
	return slices.ContainsFunc(x.g.Order, func(t int32) bool {
		last := x.lastDone(t)
		return last != axiom.None && x.afterEnd(last)
	})
}

// stopped returns the event at which thread t has stopped in the middle of an atomic
// section, or None.
func (x *explorer) stopped(t int32) int32 {
	if list := x.g.Threads[t].Events; x.sections && len(list) > 0 {
		if id := list[len(list)-1]; x.g.Events[id].Kind == axiom.Stop {
			return id
		}
	}
	return axiom.None
}

// waitsWithin is vm.WaitsWithin, unless the thread has stopped there.
func (x *explorer) waitsWithin() bool {
	return x.stopped(x.vm.Section()) == axiom.None && x.vm.WaitsWithin()
}

// inTheMiddle reports whether a thread has stopped in the middle of an atomic section.
func (x *explorer) inTheMiddle() bool {
	return slices.ContainsFunc(x.g.Order, func(t int32) bool { return x.stopped(t) != axiom.None })
}

// readsUnfinished reports whether event id reads what the atomic section wrote that a thread
// is in, and has not stopped in.
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

// latestFitting is maximal for event id of an atomic section, not the first of it: the last
// write in co may not go with what the section did before. The last that does is what is
// asked for then. A read that stops its thread is maximal if none does.
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
	half := int32(axiom.None) // of w
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

// couldRead reports whether event id, the last of its thread, could read from p instead,
// which no RMW but one has taken.
func (x *explorer) couldRead(id, p, but int32) bool {
	g := x.g
	l := g.Events[id].Loc
	g.SetRF(id, p, x.valueOf(p, l))
	if e := g.Events[id]; e.Kind == axiom.ExclusiveRead {
		if u := g.TakenBy(p, l, id); u != axiom.None && u != but {
			return false
		}
		u := g.Add(axiom.Event{Kind: axiom.ExclusiveWrite, Order: e.Order, Thread: e.Thread, Loc: l, Section: e.Section})
		defer g.Pop()
		return x.fits(u, p)
	}
	return x.consistent(id, axiom.None)
}
