package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Mutexes. A thread that wants a mutex which is free reads its release, or, as a
// branch, an earlier one that another thread's lock has read already: its own
// lock then revisits that one, whose thread stays blocked, until the mutex is
// released: then it goes on at once, in place (Kokologiannakis, Marmanis and
// Vafeiadis, "Unblocking Dynamic Partial Order Reduction", CAV 2023). So a
// blocked lock and one that was served in place are one event: it counts as
// reading from the lock that it waited for where the release is deleted.

// next returns the lock that is blocked on the mutex which write u releases, if
// there is exactly one; or None.
func (x *explorer) next(u int32) int32 {
	found := int32(axiom.None)
	e := &x.g.Events[u]
	for t := range int32(len(x.g.Threads)) {
		id, ok := x.blocked(t)
		if !ok {
			continue
		}
		if r := &x.g.Events[id]; r.Mutex && r.Loc == e.Loc && r.RF == e.CoBefore {
			if found != axiom.None {
				return axiom.None
			}
			found = id
		}
	}
	return found
}

// serve lets lock r, which is blocked, read from release u.
func (x *explorer) serve(r, u int32) {
	e := &x.g.Events[r]
	e.Kind, e.Blocked = axiom.ExclusiveRead, false
	x.g.SetRF(r, u, x.g.Events[u].Value)
	x.woken = r
}

// served reports whether r is a lock that was served in place by u.
func served(r int32, e *axiom.Event, u int32) bool {
	return (e.Mutex || e.Served) && e.RF == u && r < u
}

// servedBy returns the lock, or the read at which a thread waited, that write u served in place; or
// None.
func (x *explorer) servedBy(u int32) int32 {
	if x.g.Events[u].Early == 0 {
		return axiom.None
	}
	for a := x.g.Events[u].Access; a != axiom.None; a = x.g.Events[a].Access {
		if served(a, &x.g.Events[a], u) {
			return a
		}
	}
	return axiom.None
}

// pop takes away the last event; what it served waits again.
func (x *explorer) pop() {
	id := int32(len(x.g.Events) - 1)
	if e := &x.g.Events[id]; e.Kind.Writes() {
		switch r := x.servedBy(id); {
		case r == axiom.None:
		case x.g.Events[r].Served:
			x.unserve(r)
		case e.Kind == axiom.Write:
			x.block(r, e.CoBefore)
		}
	}
	x.g.Pop()
}

// block makes lock r wait for the release of the lock that wrote w.
func (x *explorer) block(r, w int32) {
	e := &x.g.Events[r]
	x.g.SetRF(r, w, x.valueOf(w, e.Loc))
	e.Kind, e.Blocked = axiom.FailedRead, true
}

// wake lets the lock that the latest step served go on.
func (x *explorer) wake() {
	for x.woken != axiom.None && !x.over() {
		r := x.woken
		x.woken = axiom.None
		e := &x.g.Events[r]
		if next, _ := x.blocked(e.Thread); e.Served && next == r {
			x.redo(r)
		} else if at := x.state(e.Thread); x.cursor[e.Thread] == e.Index && (at == vm.Conditional || at == vm.Ready) { // Ready: before a fence that is no event
			x.redo(r)
		}
	}
}

// awaits reports whether r is a lock that was served by a write which the run
// has not come to.
func (x *explorer) awaits(r int32) bool {
	e := &x.g.Events[r]
	if !e.Mutex && !e.Served || e.RF < r {
		return false
	}
	w := &x.g.Events[e.RF]
	return x.cursor[w.Thread] <= w.Index
}

// blockAgain blocks the locks of the graph, cut from old, that were served by a
// write which is gone; not r, which is about to be revisited.
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
