package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Reads that only wait. If a read takes a value after which its thread can only wait,
// nothing of the thread follows, and nothing reads from it. Only a revisit can let it go
// on, and one needs a read that was added maximally: of the last write in co. So other
// writes that do not let the thread go on need not be followed; what the other threads
// do then, they also do beside the read of the last one (Kokologiannakis and Vafeiadis,
// "GenMC", CAV 2021). A read that may race with what is there is followed
// whatever it takes.
//
// A read is retold if an earlier one of its thread, since which the thread has only
// read, would have brought it to the same state had it taken the same value: in
//
//	a = x; while (a != 0) a = x;
//
// and in a loop around a compare-exchange that fails and keeps what it read. Without
// the reads between, the earlier one in the place of the later, the execution is as
// consistent as before, for every condition of a model says what must not be there;
// it ends in the same state, and it is explored. So the thread stops at such a read as
// at an assumption that does not hold. (Kokologiannakis, Ren and Vafeiadis, "Dynamic
// Partial Order Reductions for Spinloops", FMCAD 2021, transform such loops before they
// run.)
//
// A read at which its thread stops forbids nothing to others: it stands for reads of later
// writes, too, so no fr leads away from it (axiom.Event.Idle). Whether it stops the thread
// depends on the thread and what it reads alone. If it depended on what else is in the
// graph, such as a plain store, it might stand for a read that is not followed, and in a
// later graph no longer stand for it.

// dropIdle leaves out of x.choices, for read id, for which the latest mark is, the writes
// after which its thread can only wait, or retells a read, but the last in co.
func (x *explorer) dropIdle(id int32) {
	g := x.g
	e := &g.Events[id]
	if len(x.choices) < 2 || x.replay != nil || g.Locs[e.Loc].Plain > 0 {
		return
	}
	last := g.Locs[e.Loc].Last
	if x.loose(e.Loc) {
		x.dropLooseIdle(id)
		return
	}
	x.choices = slices.DeleteFunc(x.choices, func(w int32) bool { return w != last && x.idleIf(id, w) })
	if len(x.choices) == 0 {
		x.giveUp()
	}
}

// Why a thread stops at a read, in axiom.Event.Idle.
const (
	waits  = 1 + iota // it can only wait, or an assumption does not hold
	retold            // it retells a read
)

// setIdle notes of read id, the latest event of its thread, for which the latest mark is,
// why the thread stops there, if it does.
func (x *explorer) setIdle(id int32) {
	e := &x.g.Events[id]
	if e.Idle = x.idle(id, e.RF); x.replay != nil && e.Idle == retold {
		e.Idle = 0
	}
}

// idleIf reports whether the thread of read id, the latest of its events, for which the
// latest mark is, stops there if it reads from w.
func (x *explorer) idleIf(id, w int32) bool { return x.idle(id, w) != 0 }

func (x *explorer) idle(id, w int32) (why uint8) {
	if w == axiom.None || x.misses(&x.g.Events[id], w) != 0 {
		return 0
	}
	if e := &x.g.Events[id]; e.Awaits && x.opEnds == nil && x.waitsOn(e, w) {
		x.backTo = e.Index
		return waits
	}
	if why = x.idleAt(id, x.reads(&x.g.Events[id], w)); why != 0 && x.opEnds != nil && x.endsMore(x.g.Events[id].Thread, x.backTo, x.g.Events[id].Before, w) {
		return 0
	}
	return why
}

// idleAt is idle if the read takes value v.
func (x *explorer) idleAt(id int32, v uint64) (why uint8) {
	e := &x.g.Events[id]
	t := x.thread(e.Thread)
	marks := x.marks[e.Thread]
	own := &marks[len(marks)-1]
	x.backTo = e.Index
	stops, loopAt := x.waitsAt(t, &own.point, v)
	if stops {
		return waits
	}
	if loopAt < 0 || own.exchange {
		return 0
	}
	hb := x.g.Model().HB()
	for i := range marks {
		k := &marks[i]
		switch {
		case k.index >= e.Index || k.changes != t.Changes:
			return 0
		case k.standsFor(own, hb) && x.retells(t, k, v, loopAt):
			x.backTo = k.index
			return retold
		}
	}
	return 0
}

// waitsAt reports whether thread t, at a point before a read of value v, would come to wait. If
// it would come to a loop, loopAt says where, and x.scratch holds its state there.
func (x *explorer) waitsAt(t *vm.Thread, p *vm.Point, v uint64) (stops bool, loopAt int) {
	loopAt = -1
	stops = x.vm.ProbeFrom(t, p, v, func(at vm.LoopPlace) bool {
		if at == vm.Body {
			return x.unroll > 0
		}
		loopAt, _ = t.Place()
		if x.comesRound(t, at) {
			return true
		}
		x.scratch = x.vm.LoopState(x.scratch[:0], t)
		return false
	})
	return stops, loopAt
}

// A write that would revisit a read at which its thread waits, and would let it wait
// again, does not: the read stands for what it would be then. anchor returns the write
// that read id, at which its thread waits, reads in the graph where it stands for one of
// w; None if w does not let it wait.
func (x *explorer) anchor(id, w int32) int32 {
	g := x.g
	for x.idleIf(id, w) {
		if w <= id {
			return w
		}
		before := g.Locs[g.Events[id].Loc].Last
		for before >= 0 && !x.survives(before, id, w) {
			before = g.Events[before].CoBefore
		}
		if !x.idleIf(id, before) {
			return w
		}
		w = before
	}
	return axiom.None
}

// stopsIdle reports whether thread t, which comes to a loop, stops there because of its
// latest read.
func (x *explorer) stopsIdle(t *vm.Thread) bool {
	id, ok := x.lastRead(t.ID)
	if !ok {
		return false
	}
	switch x.g.Events[id].Idle {
	case waits:
		t.State = vm.Waiting
		pc, _ := t.Place()
		if list := entered(left(x.loops[t.ID], t.Low), pc, t.Depth()); len(list) > 0 {
			x.loops[t.ID] = list // it waits in this loop, and has left those inside it
		}
	case retold:
		t.State = vm.Assumed
	default:
		return false
	}
	return true
}

// lastRead returns the read behind which thread t has nothing but fences, if there is one
// and the run has come to it.
func (x *explorer) lastRead(t trace.ThreadID) (id int32, ok bool) {
	if id = x.lastButFences(x.g.Threads[t].Events); id == axiom.None {
		return 0, false
	}
	e := &x.g.Events[id]
	return id, e.Kind.Reads() && x.performed(id)
}

// lastButFences returns the last of these events that is no fence, or None.
func (x *explorer) lastButFences(list []int32) int32 {
	for k := len(list) - 1; k >= 0; k-- {
		if x.g.Events[list[k]].Kind != axiom.Fence {
			return list[k]
		}
	}
	return axiom.None
}

// comesRound reports whether Loop would make thread t, which read and came back to a
// loop since it last was at one, wait there.
func (x *explorer) comesRound(t *vm.Thread, at vm.LoopPlace) bool {
	if at == vm.Body || t.Low < t.Depth() {
		return false
	}
	pc, _ := t.Place()
	list := entered(x.loops[t.ID], pc, t.Depth())
	if len(list) == 0 {
		return false
	}
	l := &list[len(list)-1]
	if !l.At(pc, t.Depth()) || l.effects != t.Effects || at != vm.Condition && x.unroll > 0 && l.count >= x.unroll {
		return false
	}
	x.scratch = x.vm.LoopState(x.scratch[:0], t)
	x.backTo = l.done
	return slices.Equal(l.state, x.scratch)
}

// A mark is where a thread was before a read that it may retell.
type mark struct {
	point vm.Point
	markedRead
}

// A markedRead is the read of a mark.
type markedRead struct {
	changes  uint64 // Thread.Changes then
	index    int32
	loc      int32
	order    trace.Order // if it is a compare-exchange, of one that fails
	cas      bool
	moves    bool // vm.Moves
	exchange bool // of an exchange
}

// copyFrom makes m a copy of o, in the memory that m has.
func (m *mark) copyFrom(o *mark) {
	m.markedRead = o.markedRead
	m.point.Copy(&o.point)
}

// marksKept is how many marks a thread has at most; the latest is that of its latest
// read that may stop it.
const marksKept = 8

// mark notes where thread t is, which is about to perform read id, if what it reads may
// stop it; it reports whether it does.
func (x *explorer) mark(t *vm.Thread, id int32) bool {
	if !x.skips || !x.vm.Guards(t) {
		return false
	}
	list := x.marks[t.ID]
	if n := len(list); n > 0 && list[n-1].changes != t.Changes {
		list = list[:0]
	}
	n := min(len(list), marksKept-1)
	if n == cap(list) {
		list = append(list, mark{})
	}
	list = list[:n+1]
	e, k := &x.g.Events[id], &list[n]
	k.changes, k.index, k.loc, k.order, k.cas = t.Changes, e.Index, e.Loc, failOrder(e), t.Op.CAS
	x.vm.Mark(t, &k.point)
	k.moves = x.vm.Moves(&k.point)
	_, k.exchange = x.vm.Exchanges(t)
	x.marks[t.ID] = list
	return true
}

// mayStop notes of read id of an exchange, for which the latest mark is, whether its thread waits
// if it reads what it writes. Then it writes nothing: what others do beside it, they also do
// without it. It reports whether the read may stop its thread.
func (x *explorer) mayStop(id int32) bool {
	e := &x.g.Events[id]
	v, ok := x.vm.Exchanges(x.thread(e.Thread))
	if ok {
		_, writes := x.scheduled(e.Thread, e.Index+1)
		e.Expect, e.Awaits = v, !writes && x.idleAt(id, v) == waits
	}
	return !ok || e.Awaits
}

// failOrder returns the order of a read, of a compare-exchange that of one that fails.
func failOrder(e *axiom.Event) trace.Order {
	if e.CAS {
		return e.Fail
	}
	return e.Order
}

// standsFor reports whether the read of mark k may stand for that of mark o, which comes later.
func (k *mark) standsFor(o *mark, hb bool) bool {
	return k.loc == o.loc && !k.exchange && k.order != trace.Plain && k.order <= o.order &&
		(hb || !k.cas || o.cas) // or there are more fences
}

// retells reports whether thread t, had it read v at mark k, would have come to the loop at pc in
// the state that x.scratch holds.
func (x *explorer) retells(t *vm.Thread, k *mark, v uint64, pc int) bool {
	same := false // ProbeFrom is true, too, where an assumption fails
	x.vm.ProbeFrom(t, &k.point, v, func(at vm.LoopPlace) bool {
		if there, _ := t.Place(); there == pc && at != vm.Body {
			x.probed = x.vm.LoopState(x.probed[:0], t)
			same = slices.Equal(x.probed, x.scratch)
		}
		return same
	})
	return same
}

// mayWait reports whether thread t may stop at a loop for what it did not do yet.
func (x *explorer) mayWait(t *vm.Thread) bool {
	next := x.cursor[t.ID]
	_, scheduled := x.scheduled(t.ID, next)
	return x.skips && !x.dead && !scheduled && int(next) >= len(x.g.Threads[t.ID].Events)
}

// catchesUp makes read id, at which its thread waits, read from the last write in co if
// that, too, lets it wait and is consistent. restoreReads undoes it.
func (x *explorer) catchesUp(id int32) bool {
	e := &x.g.Events[id]
	last := x.g.Locs[e.Loc].Last
	if e.Idle != waits || x.idle(id, last) != waits {
		return false
	}
	before := x.iterationBefore(id)
	x.caught = append(x.caught, [2]int32{id, e.RF})
	x.read(id, last)
	return x.consistent(id, axiom.None) && x.allLast(before)
}

// iterationBefore returns events of the iteration that idle found last, for read id: those before the
// iteration in which the thread waits now. The iteration that idle found may be one of an outer loop.
func (x *explorer) iterationBefore(id int32) []int32 {
	t := x.g.Events[id].Thread
	if x.state(t) != vm.Waiting {
		return nil
	}
	since := x.since(trace.ThreadID(t))
	return x.g.Threads[t].Events[min(x.backTo, since):since]
}

// outOfPlace reports whether the model does not allow what a thread read last and stops at,
// and what it may read instead lets it go on: then it does so in another execution, in which
// the others do the same.
func (x *explorer) outOfPlace() bool {
	for t := range int32(len(x.g.Threads)) {
		id := x.lastButFences(x.g.Threads[t].Events)
		if id == axiom.None {
			continue
		}
		if e := &x.g.Events[id]; e.Idle != 0 && !x.g.Consistent(id, axiom.None) && !x.idleIf(id, x.g.Locs[e.Loc].Last) {
			return true
		}
	}
	return false
}

// leaveOutStale leaves out of inOrder's order the reads at which threads stop that the
// model does not allow in this graph, for they stand for reads of later writes. Without
// them it is an execution in which their threads have not come so far.
func (x *explorer) leaveOutStale() {
	var placed []guard
	for id := range x.g.Events {
		e := &x.g.Events[id]
		if e.Idle == 0 {
			continue
		}
		if x.inOrder[id] = !x.g.Consistent(int32(id), axiom.None) || x.rf && !x.inBound(int32(id)); !x.inOrder[id] {
			placed = append(placed, guard{int32(id), e.Idle})
			e.Idle = 0 // what is looked at next has to go with it
		}
	}
	for _, p := range placed {
		x.g.Events[p.read].Idle = p.idle
	}
}

// leaveOutUnplaced leaves out of inOrder's order the last event if it is a write without a place in
// co, and the read of its RMW: claims are settled where the search goes no further, too.
func (x *explorer) leaveOutUnplaced() {
	if id := x.unplaced(); id != axiom.None {
		x.inOrder[id] = true
		if e := &x.g.Events[id]; e.Kind == axiom.ExclusiveWrite {
			x.inOrder[e.Before] = true
		}
	}
}

// unplaced returns the last event if it is a write without a place in co; or None.
func (x *explorer) unplaced() int32 {
	id := int32(len(x.g.Events) - 1)
	if id < 0 || !x.g.Events[id].Kind.Writes() || x.g.Events[id].CoBefore != axiom.None {
		return axiom.None
	}
	return id
}

// restoreReads restores the reads that catchesUp changed.
func (x *explorer) restoreReads() {
	for _, c := range x.caught {
		x.read(c[0], c[1])
	}
	x.caught = x.caught[:0]
}
