package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// The last reference. The thread that drops the last reference to an object does more than the others:
// it frees the object. Which thread is the last may differ, but the order of the others changes nothing
// (count.go). So a thread that drops a reference has two choices. It drops the reference while others are
// left. Or it waits until it has the last one. Then auxiliary reads, one of each part of the count that it
// does not know yet, order all other drops before its own. Where all others have dropped theirs already,
// only the second choice is left. So each thread is the last in one execution, and the order of the others
// is not branched on.
//
// The choice is an auxiliary event (axiom.Event.Auxiliary). It was added maximally if the thread does not
// wait, or if all others have dropped their references in the graph without what a revisit deletes. A
// thread that waits for what never comes has no other execution: the others do the same where it does not
// wait.
//
// All drops have to be alike. Each takes 1 away. Each has one count for the last reference: its thread does the
// same for all higher counts, and something else for this one. No access of the count comes unordered with the
// last drop. Otherwise the search begins anew without parts of the location.

// doubtLast has the search begin anew, as the thread of addition e may do otherwise for another count: with
// the choice who is the last, or without parts of the location.
func (x *explorer) doubtLast(e *axiom.Event) {
	addr := x.locations[e.Loc].addr
	if _, ok := x.pool.partition.last[addr]; ok || x.symmetry && x.hasTwins() {
		x.whole(e.Loc)
		return
	}
	x.doubt(Doubt{Addr: addr, Last: true, Count: e.Expect - uint64(e.Less) - 1})
}

// lastAt returns what the drop of the last reference that is counted at location l reads. It reports false
// if it does not matter which that is, or the location has no parts.
func (x *explorer) lastAt(l int32) (count uint64, ok bool) {
	addr := x.locations[l].addr
	count, ok = x.pool.partition.last[addr]
	return count, ok && !x.pool.partition.whole[addr]
}

// readsParts reports whether threads read the parts of counts by auxiliary events.
func (x *explorer) readsParts() bool {
	return x.mattersWhoIsLast() || len(x.pool.partition.awaited) > 0
}

// mattersWhoIsLast reports whether there are counts of which it matters which thread drops the last reference.
func (x *explorer) mattersWhoIsLast() bool { return len(x.pool.partition.last) > 0 }

// dropAt returns the location of the count that thread t is about to take from; or None. It has the search
// begin anew if the thread is not about to drop one reference like all others.
func (x *explorer) dropAt(t int32) (l int32) {
	th := x.thread(t)
	if !x.commuting || x.state(t) != vm.Ready || th.Op.Kind != trace.RMW || th.Op.Loc < 0 || !x.vm.Adds(th) {
		return axiom.None
	}
	l = x.locOf[th.Op.Loc]
	count, ok := x.lastAt(l)
	if !ok {
		return axiom.None
	}
	by, _, ok := x.vm.Counts(th)
	if ok && by > 0 {
		return axiom.None
	}
	if ok && by == -1 && th.Op.Order != trace.Plain && !x.dependsOnCo(l) {
		v := x.countBefore(t, l)
		if v == count {
			return l
		}
		if less, _ := x.vm.Tolerates(th, v, 1, maxTolerance); v-less-1 == count {
			return l
		}
	}
	x.whole(l)
	return axiom.None
}

// mayDrop reports whether thread t, which is enabled, may perform its next operation: if that drops a
// reference, t has chosen to do so while others are left, or has the last one. It adds the auxiliary events.
func (x *explorer) mayDrop(t int32) bool {
	l := x.dropAt(t)
	if l == axiom.None {
		return !x.dead
	}
	last := x.isLast(l, func(int32) bool { return true })
	choice := x.chosen(t)
	if choice == axiom.None {
		choice = x.addChoice(t, l, last)
	}
	switch waits := x.g.Events[choice].Value != 0; {
	case waits && last:
		x.readRest(t, l, func(w int32) bool { return x.g.InPrefix(w, x.lastDone(t)) })
	case last: // others have dropped their references since the choice
		x.dead = true
	case waits:
		return false
	}
	return !x.dead
}

// chosen returns the choice that is the latest event of thread t; or None.
func (x *explorer) chosen(t int32) int32 {
	if k := x.cursor[t]; k > 0 {
		id := x.g.Threads[t].Events[k-1]
		if e := &x.g.Events[id]; e.Kind == axiom.Choice && e.Auxiliary {
			return id
		}
	}
	return axiom.None
}

// addChoice adds the choice of thread t before it drops a reference that is counted at location l. It is
// no choice if t has the last one, or if another thread waits for that.
func (x *explorer) addChoice(t, l int32, last bool) int32 {
	e := axiom.Event{Kind: axiom.Choice, Thread: t, Site: -1, Loc: l, Expect: 2, Auxiliary: true}
	if last {
		e.Value = 1
	}
	x.inSection(&e)
	id := x.g.Add(e)
	if x.cursor[t]++; !last && !x.waitsForLast(l) {
		x.push(item{kind: nextChoice, event: id})
	}
	return id
}

// isLast reports whether the events of a part of the graph leave one reference that is counted at location l.
func (x *explorer) isLast(l int32, in func(id int32) bool) bool {
	count, _ := x.lastAt(l)
	return x.countIn(l, in) == count
}

// maximalDrop is maximal for a choice before a drop.
func (x *explorer) maximalDrop(id, w int32) bool {
	e := &x.g.Events[id]
	return x.isLast(e.Loc, func(u int32) bool { return x.survives(u, id, w) }) == (e.Value != 0)
}

// readRest adds auxiliary reads: one of each part of location l that has a write which thread t does not know.
func (x *explorer) readRest(t, l int32, knows func(w int32) bool) {
	op := &x.thread(t).Op
	for i := range x.parts.list {
		p := &x.parts.list[i]
		if p.whole != l || p.lock || !x.used(p) {
			continue
		}
		last := x.g.Locs[p.loc].Last
		if last == axiom.Init || knows(last) {
			continue
		}
		id := x.addAccess(axiom.Event{Kind: axiom.Read, Order: op.Order, Thread: t, Site: op.Site, Loc: p.loc, Auxiliary: true})
		if x.cursor[t]++; x.clashes(id) || !x.stands(id) {
			return
		}
		x.read(id, last)
	}
}

// passesRest moves thread t past the auxiliary events before a drop, if it is before such events.
func (x *explorer) passesRest(t int32) {
	list := x.g.Threads[t].Events
	for k := int(x.cursor[t]); k < len(list) && x.beforeDrop(list[k]); k++ {
		x.cursor[t]++
	}
}

// beforeDrop reports whether event id is an auxiliary one before a drop.
func (x *explorer) beforeDrop(id int32) bool {
	e := &x.g.Events[id]
	return e.Auxiliary && (e.Kind == axiom.Choice || e.Kind == axiom.Read)
}

// dropsLast reports whether thread t has chosen to drop the last reference.
func (x *explorer) dropsLast(t int32) bool {
	for k := x.cursor[t] - 1; k >= 0; k-- {
		id := x.g.Threads[t].Events[k]
		if !x.beforeDrop(id) {
			return false
		}
		if e := &x.g.Events[id]; e.Kind == axiom.Choice {
			return e.Value != 0
		}
	}
	return false
}

// knowsAll reports whether no thread has dropped the last reference without access id, of a part, which was
// just added.
func (x *explorer) knowsAll(id int32) bool {
	if !x.readsParts() {
		return true
	}
	for a := x.g.Locs[x.g.Events[id].Loc].Access; a != axiom.None; a = x.g.Events[a].Access {
		if a != id && x.beforeDrop(a) && !x.g.InPrefix(a, id) {
			return false
		}
	}
	return true
}

// waitsForLast reports whether a thread waits until it has the last reference that is counted at location
// l, or at any if l is None.
func (x *explorer) waitsForLast(l int32) bool {
	if !x.mattersWhoIsLast() {
		return false
	}
	for t := range int32(len(x.cursor)) {
		if c := x.chosen(t); c != axiom.None && x.g.Events[c].Value != 0 && (l == axiom.None || l == x.g.Events[c].Loc) {
			return true
		}
	}
	return false
}
