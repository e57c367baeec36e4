package explore

import "fencepost/models/axiom"

// Reads that are served in place. A thread waits at a compare-exchange that fails, or at an exchange
// that changes nothing, and a write comes that lets it go on. A search that follows the graph in
// which that write revisits the read, and the one in which the thread waits on, ends in blocked
// executions by the second. So the read takes that write in place, as a lock does that waits for a
// mutex (mutex.go), if the write
//
//   - is the last of its location, whatever co is: the thread might wait for ever otherwise;
//   - could revisit no other read, and lets no other thread go on;
//   - would delete only events without a choice: the others would come again with other choices.
//
// That the thread waits depends on what it reads alone, now and later: it is asked for when the
// thread has gone on. Where the write is deleted, the read counts as reading what its thread waited
// at. An exchange that changes nothing is a read, as a compare-exchange that fails: what others do
// beside its write, they also do without it (Kokologiannakis, Marmanis and Vafeiadis, "Unblocking
// Dynamic Partial Order Reduction", CAV 2023, revisit reads of loops in place).

// waitsOn reports whether the thread of read e, of those that Event.Awaits says, waits if it reads
// from w.
func (x *explorer) waitsOn(e *axiom.Event, w int32) bool {
	return x.misses(e, w) == 0 && (x.reads(e, w) == e.Expect) != e.CAS
}

// servesWaiting has the read at which a thread waits, if write u serves one in place, take u: this
// replaces the only branch of the frame on top that was added since it had n.
func (x *explorer) servesWaiting(u int32, n int) {
	items := x.frames[len(x.frames)-1].items
	if len(items) != n+1 || items[n].kind != revisit || x.replay != nil {
		return
	}
	r := items[n].other
	if e := &x.g.Events[r]; !e.Awaits || e.Idle != waits || !x.endsAt(r) || x.waitsOn(e, u) || !x.endsLast(u) {
		return
	}
	for a := x.g.Events[u].Access; a != axiom.None; a = x.g.Events[a].Access {
		if e := &x.g.Events[a]; a != r && e.Kind.Reads() && e.Idle != 0 && !x.idleIf(a, u) {
			return
		}
	}
	x.deletes(u)
	for d := x.nextDeleted(); d > r; d = x.nextDeleted() {
		if x.hasChoices(d) {
			return
		}
	}
	items[n] = item{kind: serve, event: u, other: r}
	x.dead = true // and begins anew from there
}

// hasChoices reports whether event d could have been added in another way.
func (x *explorer) hasChoices(d int32) bool {
	switch x.g.Events[d].Kind {
	case axiom.Fence, axiom.Create, axiom.Join, axiom.Exit, axiom.End:
		return false
	}
	return true
}

// endsLast reports whether write u is the last of its location in every co that the graph may have.
func (x *explorer) endsLast(u int32) bool {
	l := x.g.Events[u].Loc
	return x.g.Locs[l].Last == u && (!x.loose(l) || len(x.lastWrites(l, axiom.None, axiom.Whole)) == 1)
}

// endsAt reports whether event id is the latest of its thread in the graph.
func (x *explorer) endsAt(id int32) bool {
	e := &x.g.Events[id]
	return int(e.Index)+1 == len(x.g.Threads[e.Thread].Events)
}

// serveWaiting makes read r, at which its thread waits, read from u.
func (x *explorer) serveWaiting(r, u int32) {
	e := &x.g.Events[r]
	e.Idle = 0
	x.g.Serve(r, u, x.reads(e, u))
	x.arrange(r, axiom.None)
	x.race(r)
}

// unserve makes the thread of read r wait there again.
func (x *explorer) unserve(r int32) {
	e := &x.g.Events[r]
	x.g.Unserve(r, x.reads(e, e.Waited))
	e.Idle = waits
}
