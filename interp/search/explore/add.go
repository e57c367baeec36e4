package explore

import (
	"slices"
	"sort"

	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// addRead adds the read of op to the graph, and returns its number. It reads from the first of
// the candidates, and the others become branches.
func (x *explorer) addRead(op *models.Op) int32 {
	e := axiom.Event{Kind: axiom.Read, Order: op.Order, Thread: op.Thread, Site: op.Site, Loc: x.locOf[op.Loc], Part: op.Part, Narrow: op.Narrow, Slot: x.stepAt(op.Thread, op.Site) != 0}
	switch {
	case op.Kind == trace.CASFail && x.thread(op.Thread).ComparesTwo():
		e.Kind, e.Peek = axiom.FailedRead, true
	case op.Kind == trace.CASFail:
		e.Kind, e.Order, e.Expect, e.Failed = axiom.FailedRead, op.Fail, op.Expect, true
	case op.CAS:
		e.Kind, e.CAS, e.Expect, e.Fail = axiom.ExclusiveRead, true, op.Expect, op.Fail
	case op.Kind != trace.Load:
		e.Kind, e.Inserts = axiom.ExclusiveRead, op.Kind == trace.Store
		if x.skips && !op.Narrow {
			t := x.thread(op.Thread)
			e.Adds = x.vm.Adds(t)
			if kind, by, ok := x.vm.Commutes(t); ok {
				e.Blind, e.Expect = uint8(kind), by
			}
		}
	}
	x.inSection(&e)
	x.parted(&e)
	id := x.addAccess(e)
	if x.clashes(id) || !x.stands(id) {
		return id
	}
	if op.Part.Size > 0 {
		x.needCoherence()
	}
	guards := x.mark(x.thread(op.Thread), id) && x.mayStop(id)
	if e := &x.g.Events[id]; guards && e.CAS {
		e.Confirms = x.confirms(id)
		marks := x.marks[e.Thread]
		e.Awaits = x.stopsIfOther(x.thread(e.Thread), &marks[len(marks)-1], e.Expect, e.Index)
	}
	x.candidates(id)
	if at := x.atBarrier(id); at.kind == arrives {
		x.choices = slices.DeleteFunc(x.choices, func(w int32) bool { return at.passes(x, w) })
		x.g.Events[id].Barrier = len(x.choices) == 1
	}
	if guards {
		if x.waitsInSection(id) {
			return id
		}
		x.dropIdle(id)
	}
	x.dropTaken(id)
	x.narrow(id)
	if op.Kind != trace.Lock && x.stops(id) {
		return id
	}
	if len(x.choices) == 0 {
		if x.dead = !x.g.Events[id].Confirms; !x.dead {
			x.giveUp()
		}
		return id
	}
	for _, w := range x.choices[1:] {
		x.push(item{kind: readFrom, event: id, other: w})
	}
	x.read(id, x.choices[0])
	if guards {
		x.setIdle(id)
	}
	x.race(id)
	return id
}

// candidates lists in x.choices the writes that read id may read. The first is the maximal
// choice: the last in co, where the search branches on co.
func (x *explorer) candidates(id int32) {
	l := x.g.Events[id].Loc
	loose := x.loose(l)
	if w := x.determined(id); w != axiom.None {
		x.choices = append(x.choices[:0], w)
	} else if loose {
		x.looseWrites(id)
	} else {
		x.choices = x.writes(x.choices[:0], id)
	}
	may := func(w int32) bool { return x.mayRead(id, w, l) }
	if x.g.Events[id].Kind == axiom.Read {
		if x.rf && len(x.choices) > 1 {
			x.agreed = newest(x.writes(x.agreed[:0], id), func(w int32) bool { return x.goesWith(id, w) })
			x.refused = x.refused[:0]
			may = func(w int32) bool { return slices.Contains(x.agreed, w) || x.mayReadLoose(id, w) }
		} else {
			may = x.keepNewest(may)
		}
	}
	x.choices = slices.DeleteFunc(x.choices, func(w int32) bool { return !x.elderFirst(id, w) || !may(w) })
}

// writes appends to dst the writes to the location of access id, an event outside co, that
// coherence allows it to read or to follow directly in co. The last in co comes first.
func (x *explorer) writes(dst []int32, id int32) []int32 {
	g := x.g
	bound := g.CoBound(id)
	for w := g.Locs[g.Events[id].Loc].Last; ; w = g.Events[w].CoBefore {
		dst = append(dst, w)
		if w == axiom.Init || g.Events[w].CoPosition <= bound {
			return dst
		}
	}
}

// newest returns the writes of a list before the first for which fits is false. The list has the
// last write in co first.
//
// A model that forbids a read, or a place in co outside of RMWs, forbids the older ones as well. A
// path from the co-successor of the newer write to the event also starts at the co-successor of an
// older write, along co. Under RC11 a psc path may use the synchronisation of the read with the
// newer write. It exists for the older write, too: events that happen before the newer write come
// before its co-successor.
func newest(list []int32, fits func(w int32) bool) []int32 {
	return list[:sort.Search(len(list), func(i int) bool { return !fits(list[i]) })]
}

// keepNewest reduces x.choices to the newest that fit, if the search branches on co and there are
// no atomic sections. It returns what each element is still to be asked.
func (x *explorer) keepNewest(fits func(w int32) bool) (left func(w int32) bool) {
	if x.rf || x.sections {
		return fits
	}
	x.choices = newest(x.choices, fits)
	return func(int32) bool { return true }
}

// mayRead reports whether read id may read from w, which coherence allows. The read of an RMW
// may read a write that another RMW reads if its own write will be able to revisit that RMW's
// read. A replay revisits nothing. There the read takes the write that is recorded.
func (x *explorer) mayRead(id, w, l int32) bool {
	g := x.g
	if x.late() {
		return false
	}
	g.SetRF(id, w, x.reads(&g.Events[id], w))
	if g.Events[id].Kind == axiom.ExclusiveRead {
		if u := g.TakenBy(w, l, id); u != axiom.None {
			if g.Events[u].Confirms {
				u = x.confirmed(u) // the write revisits this read instead
			}
			return !g.Kept(u, id) && x.arrange(id, axiom.None) && (x.replay != nil || x.maximalFrom(u, id))
		}
	}
	return x.consistent(id, axiom.None)
}

// mayReadLoose is mayRead for a read, not of an RMW, if co is not branched on and the present co does
// not go with w. If the read may not read some write, it may not read one that comes before that in
// every co either: see newest.
func (x *explorer) mayReadLoose(id, w int32) bool {
	if x.late() || slices.ContainsFunc(x.refused, func(v int32) bool { return w == axiom.Init || v != axiom.Init && x.g.Passes(v, w) }) {
		return false
	}
	if x.g.SetRF(id, w, x.reads(&x.g.Events[id], w)); x.agreesWithOther(id) {
		return true
	}
	x.refused = append(x.refused, w)
	return false
}

// goesWith reports whether the graph with its current co satisfies the model if read id reads from
// w, which coherence allows. It reports false if the context has ended.
func (x *explorer) goesWith(id, w int32) bool {
	if x.late() {
		return false
	}
	x.g.SetRF(id, w, x.reads(&x.g.Events[id], w))
	return x.g.Consistent(id, axiom.None)
}

// consistent reports whether the graph with event id satisfies the model, and no atomic section
// is interrupted. extra is a second new event, or None: see axiom.Graph.Consistent. It reports
// false if the context has ended.
func (x *explorer) consistent(id, extra int32) bool {
	if x.late() {
		return false
	}
	if x.rf {
		return x.agrees(id, extra) || x.agreesWithOther(id)
	}
	if !x.g.Consistent(id, extra) || x.late() {
		return false
	}
	return !x.sections || !x.g.Interrupted(id) && (extra == axiom.None || !x.g.Interrupted(extra))
}

// late reports whether the context has ended, and ends the run then. Each consistency check
// calls it, as such a check may take time linear in the graph.
func (x *explorer) late() bool {
	if !x.pool.stop.Load() {
		x.asked++
		x.look(x.looks())
		if x.asked&63 != 0 || x.ctx.Err() == nil {
			return false
		}
	}
	x.dead = true
	x.pool.lose()
	return true
}

// look counts events that a check visits.
func (x *explorer) look(n int) {
	if x.looked += n; x.looked > mostLooked {
		x.chargeLooks()
	}
}

// chargeLooks adds the work of checks to the meter.
func (x *explorer) chargeLooks() {
	x.pool.o.Machine.Work.Add(int64(x.looked / unitLooks))
	x.looked %= unitLooks
}

// looks returns about how many events a consistency check of the latest event visits. It visits none from
// before the first thread was created, and few if coherence leaves the event one choice.
func (x *explorer) looks() int {
	if len(x.g.Threads) == 1 {
		return 0
	}
	n, id := len(x.g.Events)-int(x.g.Threads[1].Parent), int32(len(x.g.Events)-1)
	e := &x.g.Events[id]
	if n < longGraph || !e.Kind.Accesses() {
		return n
	}
	last := x.g.Locs[e.Loc].Last
	if last == id {
		last = e.CoBefore
	}
	if x.g.CoBound(id) == x.g.PositionOf(last) {
		return min(n/oneChoice, visitedPerThread*len(x.g.Threads))
	}
	return n
}

// read makes event id read from w, and co consistent with that where the search does not branch
// on co.
func (x *explorer) read(id, w int32) {
	x.readAs(id, w)
	x.arrange(id, axiom.None)
}

// readAs makes event id read from w, and leaves co as it is.
func (x *explorer) readAs(id, w int32) {
	e := &x.g.Events[id]
	v := e.Expect
	if !e.Counts {
		v = x.reads(e, w)
	}
	x.g.SetRF(id, w, v)
}

// ofLockWord reports whether an access at a site is of a lock word.
func (x *explorer) ofLockWord(site int32) bool {
	if x.lockWords == nil {
		x.lockWords = make([]bool, len(x.prog.Sites))
		for s := range x.prog.Synchronisation() {
			x.lockWords[s] = true
		}
	}
	return site >= 0 && x.lockWords[site]
}

// addAccess adds an access to the graph.
func (x *explorer) addAccess(e axiom.Event) (id int32) {
	if len(x.g.Events) >= longest {
		x.tooLong()
	}
	if x.merges() && x.ofLockWord(e.Site) {
		e.Lock = true
		if l := &x.g.Locs[e.Loc]; x.rf && l.Locks == 0 && l.First != l.Last && l.First != axiom.None {
			x.needCoherence() // the earlier writes are not ordered
		}
	}
	id = x.g.Add(e)
	if x.replay != nil {
		x.replay.stacks[id] = x.thread(e.Thread).Stack()
	}
	return id
}

// addSync adds the read of the lock word before which thread t is parked, and steps t if that
// may continue. If the lock is taken and force is not set, it adds nothing and reports false.
// With force, t reads an earlier release, which another thread's lock has read, or stays
// blocked; both are branches.
func (x *explorer) addSync(t int32, force bool) bool {
	op := &x.thread(t).Op
	g := x.g
	e := axiom.Event{Kind: axiom.ExclusiveRead, Order: op.Order, Thread: t, Site: op.Site, Loc: x.locOf[op.Loc], Mutex: x.vm.Locks(x.thread(t))}
	x.inSection(&e)
	x.parted(&e)
	l := e.Loc
	id := x.addAccess(e)
	if x.clashes(id) || !x.stands(id) {
		return true
	}
	last, bound := g.Locs[l].Last, g.CoBound(id)
	g.SetRF(id, last, x.valueOf(last, l))
	free := x.vm.Allows(x.thread(t))
	if !free && !force {
		g.Pop()
		return false
	}
	x.choices = x.choices[:0]
	at := x.atBarrier(id)
	for w := last; ; w = g.Events[w].CoBefore {
		g.SetRF(id, w, x.valueOf(w, l))
		if !at.passes(x, w) && x.vm.Allows(x.thread(t)) {
			x.settle(id)
			if x.elderFirst(id, w) && x.mayRead(id, w, l) {
				x.choices = append(x.choices, w)
			}
		}
		if w == axiom.Init || g.Events[w].CoPosition <= bound {
			break
		}
	}
	x.narrowSync(id, last)
	if len(x.choices) == 0 {
		x.read(id, last)
		g.Events[id].Kind, g.Events[id].Blocked = axiom.FailedRead, true
		return true
	}
	if free && at.kind != noBarrier && len(x.choices) == 1 {
		g.Events[id].Barrier, g.Events[id].Expect = true, uint64(at.wait)
	}
	if !free {
		x.push(item{kind: blockOn, event: id, other: last})
	}
	for _, w := range x.choices[1:] {
		x.push(item{kind: readFrom, event: id, other: w})
	}
	x.read(id, x.choices[0])
	x.settle(id)
	if !x.takesAuxiliary(t) {
		x.stepThread(t)
	}
	x.wake()
	return true
}

// addWrite adds the write of op to the graph, and returns its number. It takes the latest
// possible place in co. Its other places and its revisits become branches.
func (x *explorer) addWrite(op *models.Op, value uint64) (id int32) {
	e := axiom.Event{Kind: axiom.Write, Order: op.Order, Thread: op.Thread, Site: op.Site,
		Loc: x.locOf[op.Loc], Value: value, Undef: op.Undef, Slot: x.stepAt(op.Thread, op.Site) != 0}
	kind := op.Kind
	if op.Narrow {
		e.Part, e.Narrow, e.Inserts, kind = op.Part, true, kind == trace.Store, trace.RMW
		x.merge(&e)
	}
	switch kind {
	case trace.RMW, trace.Lock:
		e.Kind = axiom.ExclusiveWrite
	}
	if x.clocks {
		e.Expect = uint64(x.thread(op.Thread).Time())
	}
	x.inSection(&e)
	x.parted(&e)
	return x.placeWrite(e, kind)
}

// placeWrite is the rest of addWrite, for an operation of a kind.
func (x *explorer) placeWrite(e axiom.Event, kind trace.Kind) (id int32) {
	g := x.g
	id = x.addAccess(e)
	if x.clashes(id) || !x.stands(id) {
		return id
	}
	if len(x.pool.o.Machine.Units) > 0 && x.passes(id) {
		x.tally.InOrder = true
	}
	x.places(id)
	x.narrowPlaces(id)
	first := axiom.None
	if len(x.choices) > 0 {
		first = int(x.choices[0])
		for _, w := range x.choices[1:] {
			x.push(item{kind: putAfter, event: id, other: w})
		}
		g.Insert(id, int32(first))
		x.arrange(id, axiom.None)
		x.race(id)
	}
	served := int32(axiom.None)
	if kind == trace.Unlock && vm.CanBeTaken(e.Value) || kind == trace.Lock && e.Order == trace.Release {
		served = x.next(id)
	}
	branches := len(x.frames[len(x.frames)-1].items)
	x.revisits(id, served)
	switch {
	case first == axiom.None && kind == trace.Store && x.midSection(id):
		x.stop(id)
	case first == axiom.None:
		x.dead = true
	case served != axiom.None:
		x.serve(served, id)
	case len(x.choices) == 1:
		x.servesWaiting(id, branches)
	}
	return id
}

// places lists in x.choices the writes, or Init, directly after which write id may stand in co,
// the last first. Write id is not in co yet. An RMW has no place if another RMW reads the same
// write.
func (x *explorer) places(id int32) {
	g := x.g
	x.choices = x.choices[:0]
	e := &g.Events[id]
	if e.Kind == axiom.ExclusiveWrite {
		from := g.Events[e.Before].RF
		if g.TakenBy(from, e.Loc, e.Before) == axiom.None && (!x.sections || x.fits(id, from)) {
			x.choices = append(x.choices, from)
		}
		return
	}
	if x.loose(e.Loc) {
		x.choices = append(x.choices, g.Locs[e.Loc].Last)
		return
	}
	x.choices = slices.DeleteFunc(x.writes(x.choices, id), func(w int32) bool {
		n := g.After(w, e.Loc)
		return n != axiom.None && g.Events[n].Kind == axiom.ExclusiveWrite
	})
	fits := x.keepNewest(func(w int32) bool { return x.fits(id, w) })
	x.choices = slices.DeleteFunc(x.choices, func(w int32) bool { return !x.elderFirst(id, w) || !fits(w) })
}

// fits reports whether write id, which is not in co, may come directly after w in co.
func (x *explorer) fits(id, w int32) bool {
	x.g.Insert(id, w)
	ok := x.consistent(id, axiom.None)
	x.g.Remove(id)
	return ok
}
