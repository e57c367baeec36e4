package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Mutexes, read-write locks and semaphores. The lock of a free mutex reads its release. As a
// branch, it reads an earlier release, which another thread's lock has read: its own write then
// revisits that lock, and the other thread is blocked. When the mutex is released, the release
// serves the blocked lock in place: the lock reads the release, and its thread continues at once
// (Kokologiannakis, Marmanis and Vafeiadis, "Unblocking Dynamic Partial Order Reduction", CAV
// 2023). So a blocked lock and a lock that was served in place are the same event. A thread that
// waits for a read-write lock or a semaphore is served likewise; a read-modify-write may release
// these. If a revisit deletes the release, the event reads from the lock that it waited for again.

// next returns the only lock that is blocked on the mutex which write u releases; None if there
// is none, or there are several.
func (x *explorer) next(u int32) int32 {
	found := int32(axiom.None)
	e := &x.g.Events[u]
	for t := range int32(len(x.g.Threads)) {
		if _, ok := x.blocked(t); !ok {
			continue
		}
		list := x.g.Threads[t].Events
		id := list[len(list)-1] // the run may not have come there yet
		if _, ok := x.recorded(id); ok {
			continue // it stays blocked in the schedule
		}
		if r := &x.g.Events[id]; r.Mutex && r.Loc == e.Loc && r.RF == e.CoBefore {
			if found != axiom.None || e.Kind != axiom.Write && !x.allowsWith(id, u) {
				return axiom.None
			}
			found = id
		}
	}
	return found
}

// allowsWith reports whether blocked lock r could be taken if it read from write u.
func (x *explorer) allowsWith(r, u int32) bool {
	e := &x.g.Events[r]
	from, value := e.RF, e.Value
	x.g.SetRF(r, u, x.g.Events[u].Value)
	ok := x.vm.Allows(x.thread(e.Thread))
	x.g.SetRF(r, from, value)
	return ok
}

// serve lets the blocked lock r read from release u.
func (x *explorer) serve(r, u int32) {
	e := &x.g.Events[r]
	e.Kind, e.Blocked, e.Handed = axiom.ExclusiveRead, false, x.g.Events[u].Kind != axiom.Write
	x.g.SetRF(r, u, x.g.Events[u].Value)
	x.wakes(r)
}

// wakes notes that the latest step served read r in place, if it is one.
func (x *explorer) wakes(r int32) {
	if r != axiom.None {
		x.woken = append(x.woken, r)
	}
}

// served reports whether write u served event r in place, or blocks it.
func (x *explorer) served(r, u int32) bool {
	e := &x.g.Events[r]
	return e.RF == u && r < u && (e.Served || e.Mutex && (e.Blocked || e.Handed || x.g.Events[u].Kind == axiom.Write))
}

// servedBy returns the lock, or another read at which a thread waited, that write u served in
// place; or None.
func (x *explorer) servedBy(u int32) int32 {
	if x.g.Events[u].Early == 0 {
		return axiom.None
	}
	for a := x.g.Events[u].Access; a != axiom.None; a = x.g.Events[a].Access {
		if x.served(a, u) {
			return a
		}
	}
	return axiom.None
}

// pop removes the last event of the graph. A read that it served in place waits again.
func (x *explorer) pop() {
	id := int32(len(x.g.Events) - 1)
	if e := &x.g.Events[id]; e.Kind.Writes() {
		switch r := x.servedBy(id); {
		case r == axiom.None:
		case x.g.Events[r].Served:
			x.unserve(r)
		case e.Kind == axiom.Write || x.g.Events[r].Handed:
			x.block(r, e.CoBefore)
		}
	}
	x.g.Pop()
}

// block makes lock r wait for the release of the lock that wrote w.
func (x *explorer) block(r, w int32) {
	e := &x.g.Events[r]
	x.g.SetRF(r, w, x.valueOf(w, e.Loc))
	e.Kind, e.Blocked, e.Handed = axiom.FailedRead, true, false
}

// wake steps the threads of the reads that the latest step served in place, and so on for each
// read that this step serves.
func (x *explorer) wake() {
	for len(x.woken) > 0 && !x.over() {
		r := x.woken[len(x.woken)-1]
		x.woken = x.woken[:len(x.woken)-1]
		e := &x.g.Events[r]
		if next, _ := x.blocked(e.Thread); e.Served && next == r {
			x.redo(r)
		} else if at := x.state(e.Thread); x.cursor[e.Thread] == e.Index && (at == vm.Conditional || at == vm.Ready) { // Ready: before a fence that is no event
			x.redo(r)
		}
	}
}

// awaits reports whether r was served in place by a write that the run has not performed yet.
func (x *explorer) awaits(r int32) bool {
	e := &x.g.Events[r]
	if !e.Mutex && !e.Served || e.RF < r {
		return false
	}
	w := &x.g.Events[e.RF]
	return x.cursor[w.Thread] <= w.Index
}

// blockAgain blocks the reads of the graph, which was cut from old, that were served in place by
// a deleted write. It leaves lock r, which is about to be revisited.
func (x *explorer) blockAgain(old *axiom.Graph, r int32) {
	for id := range old.Events {
		n := x.number[id]
		if e := &old.Events[id]; e.Mutex && e.RF > int32(id) && n != axiom.None && int32(id) != r && x.number[e.RF] == axiom.None {
			x.block(n, x.number[old.Events[e.RF].CoBefore])
		} else if e.Served && n != axiom.None && (int32(id) == r || x.number[e.RF] == axiom.None) {
			x.unserve(n)
		}
	}
}
