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
	none    = -2 // nothing yet
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
	release bool // a write after all that came earlier; a fence likewise
	blocked bool // a read of a lock word that makes its thread wait
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

// pop takes the latest event away.
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

// takenBy returns the read half of a read-modify-write other than r that reads from w and
// writes; none if there is none.
func (g *graph) takenBy(w, loc, r int32) int32 {
	at := g.position(w, loc) + 1
	if at < len(g.co[loc]) {
		if n := g.co[loc][at]; g.events[n].half {
			if u := g.readHalf(n); u != r && u >= 0 && g.events[u].rf == w {
				return u
			}
		}
	}
	return none
}

// cut makes g the part of old that keep says. numbers gets the new numbers of events.
func (g *graph) cut(old *graph, keep []bool, numbers []int32) []int32 {
	numbers = numbers[:0]
	g.events = g.events[:0]
	for id := range old.events {
		if !keep[id] {
			numbers = append(numbers, none)
			continue
		}
		numbers = append(numbers, int32(len(g.events)))
		g.events = append(g.events, old.events[id])
	}
	for id := range g.events {
		e := &g.events[id]
		if e.kind == reads && e.rf >= 0 {
			e.rf = numbers[e.rf]
		}
	}
	g.threads = renumber(g.threads, old.threads, numbers)
	g.co = renumber(g.co, old.co, numbers)
	return numbers
}

func renumber(to, from [][]int32, numbers []int32) [][]int32 {
	for len(to) < len(from) {
		to = append(to, nil)
	}
	to = to[:len(from)]
	for i, list := range from {
		to[i] = to[i][:0]
		for _, id := range list {
			if n := numbers[id]; n >= 0 {
				to[i] = append(to[i], n)
			}
		}
	}
	return to
}

// A prefix is what an event depends on.
type prefix struct {
	has  []bool // by event
	todo []int32
}

// of makes p the events that happen whenever w does, and say what it writes: those whose
// values it depends on, by data, by address, by control or through what its thread reads,
// and those that any order of C, as every machine is given it, puts before it.
func (p *prefix) of(g *graph, w int32, strong bool) {
	p.has = append(p.has[:0], make([]bool, len(g.events))...)
	p.todo = append(p.todo[:0], w)
	p.has[w] = true
	for len(p.todo) > 0 {
		id := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		p.follow(g, id, strong)
	}
	for _, list := range g.threads {
		for at, id := range list {
			if p.has[id] && g.events[id].half && g.events[id].kind == reads {
				p.complete(g, list, at)
			}
		}
	}
}

// complete takes the write of a read-modify-write of which the read is taken, if it writes
// the same whatever else happens: where else it might be in co is not a choice.
func (p *prefix) complete(g *graph, list []int32, at int) {
	r := &g.events[list[at]]
	for _, id := range list[at+1:] {
		e := &g.events[id]
		if e.op != r.op {
			return
		}
		if e.kind == writes {
			p.has[id] = p.determines(g, list, e)
			return
		}
	}
}

// determines reports whether all that event e depends on is taken.
func (p *prefix) determines(g *graph, list []int32, e *event) bool {
	on := e.addr.Union(e.ctrl).Union(e.data).Union(e.pickAddr).Union(e.pickCtrl).Union(e.pickData)
	for _, id := range list {
		if f := &g.events[id]; f.kind == reads && on.Has(int(f.op)) && !p.has[id] {
			return false
		}
	}
	return true
}

func (p *prefix) take(id int32) {
	if id >= 0 && !p.has[id] {
		p.has[id] = true
		p.todo = append(p.todo, id)
	}
}

// orders reports whether a read comes before all that its thread writes later, whatever it
// reads: a compare-exchange may fail.
func (e *event) orders(strong bool) bool {
	if e.cas {
		return e.acquire && e.fail.Acquires()
	}
	return e.acquire || strong && e.half
}

// follow takes what event id depends on.
func (p *prefix) follow(g *graph, id int32, strong bool) {
	e := &g.events[id]
	if e.kind == reads {
		p.take(e.rf)
	}
	list := g.threads[e.thread]
	on := e.addr.Union(e.ctrl)
	if e.kind == writes {
		on = on.Union(e.data).Union(e.pickData)
	}
	on = on.Union(e.pickAddr).Union(e.pickCtrl)
	all, later := e.kind == writes && e.release, false // what comes before, reads that do
	for at := slices.Index(list, id) - 1; at >= 0; at-- {
		f := &g.events[list[at]]
		switch {
		case f.op == 0, f.kind == chooses, f.kind == fences:
			p.take(list[at])
		case all, on.Has(int(f.op)) && f.kind == reads, e.half && f.op == e.op:
			p.take(list[at])
		case f.kind == reads && e.kind == writes && (later || f.orders(strong)):
			p.take(list[at])
		}
		if e.kind != writes {
			continue
		}
		if f.kind == fences {
			all, later = all || f.release, later || f.acquire
		}
		on = on.Union(f.addr)
	}
}
