package buffering

import (
	"cmp"
	"slices"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// Sources of reads that are no events.
const (
	initial = -1 // the initial content
	none    = -2 // none yet: the read is postponed
)

// kind is the kind of an event.
type kind uint8

const (
	reads kind = iota
	writes
	fences
	chooses // a choice of the thread
)

// An event is an event of an execution graph. Its number is its index in graph.events, in the order
// in which events were added.
type event struct {
	kind    kind
	half    bool // of a read-modify-write
	acquire bool // a read that is ordered before all later events
	plain   bool // an access that is not atomic
	lock    bool // a read of a lock word that decides whether its thread continues
	thread  int32
	op      int32 // vm.Thread.Number of its operation
	loc     int32
	rf      int32 // reads
	site    int32
	peer    int32 // creation, join: the other thread; else -1
	tags    isa.Tags
	undef   trace.Undef
	value   uint64 // read or written; chosen
	time    int64  // writes: what the clock of the thread shows
	choices uint64
	order   trace.Order // of a read-modify-write
	fail    trace.Order
	modify  bool // the read of a read-modify-write or of a compare-exchange
	cas     bool // of a compare-exchange
	expect  uint64
	unsure  bool // of a compare-exchange: expect depends on a postponed read, so it may succeed or fail

	addr, data, ctrl vm.Deps
	pickData         vm.Deps // dependencies of a compare-exchange's write through its decision
}

// A graph is an execution graph. A thread may lack events before others that it has: events that
// depend on postponed reads.
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

// remove removes a write from co, if it is there.
func (g *graph) remove(w int32) {
	l := g.events[w].loc
	if at := slices.Index(g.co[l], w); at >= 0 {
		g.co[l] = slices.Delete(g.co[l], at, at+1)
	}
}

// pop removes the latest event, from which no read reads.
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

// position returns the index of w in co, or -1 for the initial write.
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

// readHalf returns the read of write w's read-modify-write.
func (g *graph) readHalf(w int32) int32 {
	return g.readBefore(w, slices.Index(g.threads[g.events[w].thread], w))
}

// readBefore is readHalf for the at-th event of a thread.
func (g *graph) readBefore(w int32, at int) int32 {
	e := &g.events[w]
	list := g.threads[e.thread]
	for at--; at >= 0; at-- {
		if f := &g.events[list[at]]; f.op == e.op && f.kind == reads {
			return list[at]
		}
	}
	return none
}

// written reports whether the graph has the write of read r's read-modify-write.
func (g *graph) written(r int32) bool {
	e := &g.events[r]
	list := g.threads[e.thread]
	at, _ := slices.BinarySearchFunc(list, e.op, func(id, op int32) int { return cmp.Compare(g.events[id].op, op) })
	for ; at < len(list) && g.events[list[at]].op == e.op; at++ {
		if g.events[list[at]].kind == writes {
			return true
		}
	}
	return false
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

// fenced reports whether a fence orders reads before later writes. All do except those that only wait
// for earlier instructions, or order writes.
func fenced(t isa.Tags) bool { return t&^(isa.ISYNC|isa.DMBST) != 0 }
