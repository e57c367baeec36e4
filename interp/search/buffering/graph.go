package buffering

import (
	"slices"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// What a read reads from that reads from no event.
const (
	initial = -1 // the initial content
	none    = -2 // nothing yet: it is put off
)

// kind is what an event does.
type kind uint8

const (
	reads kind = iota
	writes
	fences
	chooses // a choice of the thread's own
)

// An event is one of an execution graph. Its number is its place in graph.events: the order
// in which events were added.
type event struct {
	kind    kind
	half    bool // of a read-modify-write
	acquire bool // a read before all that comes later
	plain   bool // an access that is not atomic
	release bool // a write after all that came earlier
	lock    bool // a read of a lock word, on which it depends whether its thread goes on
	thread  int32
	op      int32 // the operation that it is of, as vm.Thread.Number has it
	loc     int32
	rf      int32 // reads
	site    int32
	peer    int32 // creation, join: the other thread; else -1
	tags    isa.Tags
	undef   trace.Undef
	value   uint64 // read or written; chosen
	choices uint64
	order   trace.Order // of a read-modify-write
	fail    trace.Order
	modify  bool // it is the read of a read-modify-write, or of a compare-exchange that fails
	cas     bool // of a compare-exchange
	expect  uint64
	unsure  bool // of a compare-exchange: expect depends on a read that was put off, so that it may fail or not

	addr, data, ctrl             vm.Deps
	pickAddr, pickData, pickCtrl vm.Deps // through a choice: of a compare-exchange
}

// A graph is an execution graph. Of a thread it may have events beyond ones that are still to
// be added: those that a write depends on by which a read was revisited.
type graph struct {
	events  []event
	threads [][]int32 // the events of each, in program order
	co      [][]int32 // by location: its writes, the initial one left out
}

// add adds an event as the at-th of its thread.
func (g *graph) add(e event, at int) int32 {
	id := int32(len(g.events))
	g.events = append(g.events, e)
	g.threads[e.thread] = slices.Insert(g.threads[e.thread], at, id)
	return id
}

// place puts a write into co, as the at-th of its location.
func (g *graph) place(w int32, at int) {
	l := g.events[w].loc
	g.co[l] = slices.Insert(g.co[l], at, w)
}

// remove takes a write out of co, if it is there.
func (g *graph) remove(w int32) {
	l := g.events[w].loc
	if at := slices.Index(g.co[l], w); at >= 0 {
		g.co[l] = slices.Delete(g.co[l], at, at+1)
	}
}

// pop takes the latest event away, from which nothing reads.
func (g *graph) pop() {
	id := int32(len(g.events) - 1)
	e := &g.events[id]
	if e.kind == writes {
		g.remove(id)
	}
	list := g.threads[e.thread]
	at := slices.Index(list, id)
	g.threads[e.thread] = slices.Delete(list, at, at+1)
	g.events = g.events[:id]
}

// isLast reports whether event id is the last of its thread.
func (g *graph) isLast(id int32) bool {
	list := g.threads[g.events[id].thread]
	return list[len(list)-1] == id
}

// position returns where w is in co, from 0; of the initial write -1.
func (g *graph) position(w, loc int32) int {
	if w < 0 {
		return -1
	}
	return slices.Index(g.co[loc], w)
}

// last returns the last write of a location in co.
func (g *graph) last(loc int32) int32 {
	if list := g.co[loc]; len(list) > 0 {
		return list[len(list)-1]
	}
	return initial
}

// readHalf returns the read of the read-modify-write that write w is a half of.
func (g *graph) readHalf(w int32) int32 {
	e := &g.events[w]
	list := g.threads[e.thread]
	for at := slices.Index(list, w) - 1; at >= 0; at-- {
		if f := &g.events[list[at]]; f.op == e.op && f.kind == reads {
			return list[at]
		}
	}
	return none
}

// written reports whether the write of the read-modify-write is there that read r is a half of.
func (g *graph) written(r int32) bool {
	e := &g.events[r]
	return slices.ContainsFunc(g.threads[e.thread], func(id int32) bool { return g.events[id].op == e.op && g.events[id].kind == writes })
}

// taken reports whether a read-modify-write other than that of read r reads from w.
func (g *graph) taken(w, r int32) bool {
	for id := range g.events {
		if e := &g.events[id]; e.kind == reads && e.half && e.rf == w && e.loc == g.events[r].loc && int32(id) != r {
			return true
		}
	}
	return false
}

// fenced reports whether a fence puts reads before later writes: all do but those that only
// wait for the instructions before, or order writes.
func fenced(t isa.Tags) bool { return t&^(isa.ISYNC|isa.DMBST) != 0 }
