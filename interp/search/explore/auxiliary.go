package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Auxiliary events take and release all parts of a lock word that a holder has but the last: see
// partition.go.

// takesPart chooses the part for read e of a lock word, by which h takes the lock or prepares to.
func (x *explorer) takesPart(e *axiom.Event, h Holder) {
	list, taken := x.g.Threads[h.Thread].Events, 0
	for k := len(list) - 1; k > 0 && x.takesBeside(list[k]); k -= 2 {
		taken++
	}
	number, n := x.pool.partition.of(x.locations[e.Loc].addr, h, taken)
	whole := e.Loc
	e.Loc, e.Shared = x.split(whole, number, 0, true), h.Shared
	e.Auxiliary = taken < n-1 && e.Loc != whole
}

// takesBeside reports whether event id is the second half of an auxiliary access that takes a part.
func (x *explorer) takesBeside(id int32) bool {
	return x.g.Events[id].Auxiliary && x.g.Events[id].Kind == axiom.ExclusiveWrite
}

// taker returns the read by which the thread of event id, which is that or an auxiliary one before it,
// takes the lock; None if it waits for a part.
func (x *explorer) taker(id int32) int32 {
	e := &x.g.Events[id]
	for _, a := range x.g.Threads[e.Thread].Events[e.Index:] {
		if r := &x.g.Events[a]; !r.Auxiliary && r.Kind == axiom.ExclusiveRead {
			return a
		} else if !r.Auxiliary {
			break
		}
	}
	return axiom.None
}

// takesAuxiliary performs the auxiliary events by which thread t takes a part, if it is before such
// events. It reports whether it is.
func (x *explorer) takesAuxiliary(t int32) bool {
	list, k := x.g.Threads[t].Events, int(x.cursor[t])
	if k >= len(list) {
		return false
	}
	e := &x.g.Events[list[k]]
	if !e.Auxiliary || e.Kind != axiom.ExclusiveRead {
		return false
	}
	x.cursor[t]++
	if k+1 == len(list) {
		x.placeWrite(axiom.Event{Kind: axiom.ExclusiveWrite, Order: e.Order, Thread: t, Site: e.Site, Loc: e.Loc, Value: vm.Taken, Auxiliary: true}, trace.Lock)
	}
	x.cursor[t]++
	return true
}

// releaseAuxiliary performs the auxiliary events after write id, if it releases a lock.
func (x *explorer) releaseAuxiliary(id int32) {
	e := &x.g.Events[id]
	if p := x.partOf(e.Loc); p == nil || !p.lock || !releases(e) || e.Kind == axiom.ExclusiveWrite { // a reader has one part
		return
	}
	t, site := e.Thread, e.Site
	list, k := x.g.Threads[t].Events, e.Index-1
	for !x.g.Events[list[k]].Mutex {
		k--
	}
	for k--; k > 0 && x.takesBeside(list[k]) && !x.dead; k -= 2 {
		if next := int(x.cursor[t]); next < len(list) {
			x.wakes(x.servedBy(list[next]))
		} else {
			x.placeWrite(axiom.Event{Kind: axiom.Write, Order: trace.Release, Thread: t, Site: site, Loc: x.g.Events[list[k]].Loc, Auxiliary: true}, trace.Unlock)
			list = x.g.Threads[t].Events
		}
		x.cursor[t]++
	}
}

// isHidden reports whether displays leave out event id: an auxiliary one at which its thread does not
// wait.
func (x *explorer) isHidden(id int32) bool {
	return x.g.Events[id].Auxiliary && x.g.Events[id].Kind != axiom.FailedRead
}

// displayed returns how many events displays show.
func (x *explorer) displayed() int {
	n := len(x.g.Events)
	if x.pool.partition.auxiliary {
		for id := range x.g.Events {
			if x.isHidden(int32(id)) {
				n--
			}
		}
	}
	return n
}

// shown returns the write that displays show as that from which a read of w reads.
func (x *explorer) shown(w int32) int32 {
	for w >= 0 && x.isHidden(w) {
		e := &x.g.Events[w]
		if list := x.g.Threads[e.Thread].Events; e.Kind == axiom.Write { // after the release of the lock
			for k := e.Index; x.isHidden(w); k-- {
				w = list[k]
			}
		} else if r := x.taker(w); r != axiom.None {
			w = list[x.g.Events[r].Index+1]
		} else {
			w = x.g.Events[e.Before].RF // it waits for another part
		}
	}
	return w
}
