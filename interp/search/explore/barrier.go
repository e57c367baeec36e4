package explore

import (
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Barriers. A thread that arrives at a barrier adds one to the barrier's lock word, and then waits
// until the word says that all threads have arrived. Only the ends of these waits depend on an
// arrival, and they depend on all arrivals of the round. So the search does not order arrivals:
// an arrival reads the latest one, and no arrival revisits another. The end of a wait reads the
// arrival that completes its round, which adds the fewest orders, and never an arrival of a later
// round. (Kokologiannakis and Vafeiadis, "BAM: Efficient Model Checking for Barriers", NETYS 2021.
// There arrivals differ by their places; here they do not differ.)
//
// This holds if the program never uses the result of a wait, and if no more threads use the
// barrier than it was initialised with. If more do, the search begins anew without the reduction.
// The search treats a barrier as any other location while threads may initialise or destroy it.
//
// The wait for a condition variable ends likewise: its read reads the write that wakes the thread,
// and never a later write.

// awaited reports whether the program has waits at barriers or for condition variables (ok), and
// whether it has waits at barriers and uses the result of none of them (unordered).
func awaited(p *code.Program) (ok, unordered bool) {
	barriers := false
	unordered = true
	for i := range p.Funcs {
		f := &p.Funcs[i]
		var used []bool
		for pc, in := range f.Code {
			if in.Op != code.Sys {
				continue
			}
			switch code.SysID(in.C) {
			case code.CondWait:
				ok = true
			case code.BarrierWait:
				if used == nil {
					used = p.UsedResults(f)
				}
				ok, barriers, unordered = true, true, unordered && !used[pc]
			}
		}
	}
	return ok, barriers && unordered
}

// An atBarrier describes the access of a thread to a lock word.
type atBarrier struct {
	kind uint8
	read int32   // the read of the lock word
	loc  int32   // its location
	last int32   // the last write of loc in co
	wait vm.Wait // leaves: the wait that the read ends
}

const (
	noBarrier = iota
	arrives
	leaves
)

// atBarrier describes read id of a lock word, which was just added. A condition variable is a
// barrier without arrivals.
func (x *explorer) atBarrier(id int32) atBarrier {
	e := &x.g.Events[id]
	if !x.leaves {
		return atBarrier{}
	}
	b := atBarrier{read: id, loc: e.Loc, last: x.g.Locs[e.Loc].Last}
	if x.vm.Arrives(x.thread(e.Thread)) {
		if x.barriers {
			b.kind = arrives
		}
	} else if wait, ok := x.vm.Leaves(x.thread(e.Thread)); ok {
		b.kind, b.wait = leaves, wait
	}
	return b
}

// passes reports whether the search skips the branch in which the thread reads write w, as
// another execution represents it.
func (b *atBarrier) passes(x *explorer, w int32) bool {
	switch b.kind {
	case arrives:
		next := x.g.After(w, b.loc)
		return w != b.last && x.arrival(next)
	case leaves:
		return x.follows(w, b.wait)
	}
	return false
}

// follows reports whether the write directly before w in co already ends the wait.
func (x *explorer) follows(w int32, wait vm.Wait) bool {
	if w < 0 {
		return false
	}
	e := &x.g.Events[w]
	before := e.CoBefore
	if e.Kind == axiom.ExclusiveWrite {
		before = x.g.Events[e.Before].RF // it may not be in co yet
	}
	return before >= 0 && wait.Ends(x.g.Events[before].Value)
}

// settleWait marks read id, of a lock word, if it ends a wait and has no other write to read. The
// thread is parked before the read.
func (x *explorer) settleWait(id int32) {
	e := &x.g.Events[id]
	if at := x.atBarrier(id); at.kind == leaves && at.wait.Ends(e.Value) && !x.follows(e.RF, at.wait) {
		e.Barrier, e.Expect = true, uint64(at.wait)
	}
}

// endsWait reports whether read id, the end of a wait, would end it in the same way if it were
// added after the events that are not deleted when w revisits an earlier read.
func (x *explorer) endsWait(id, w int32) bool {
	e := &x.g.Events[id]
	if e.RF >= 0 && !x.survives(e.RF, id, w) {
		return false
	}
	last := x.lastUndeleted(e.Loc, id, w)
	return last == e.RF || x.follows(last, vm.Wait(e.Expect))
}

// tooLate reports whether write w must not revisit read n, of the same location: n is settled and
// w is an arrival, or n ends a wait that a write before w already ends.
func (x *explorer) tooLate(w, n int32) bool {
	e := &x.g.Events[n]
	switch {
	case !x.leaves:
		return false
	case e.Barrier:
		return x.arrival(w) || x.follows(w, vm.Wait(e.Expect))
	case e.Blocked && x.cursor[e.Thread] == e.Index:
		at := x.atBarrier(n)
		return at.kind == leaves && x.follows(w, at.wait)
	}
	return false
}

// arrival reports whether event id is the write of an arrival at a barrier.
func (x *explorer) arrival(id int32) bool {
	e := &x.g.Events[id]
	return e.Kind == axiom.ExclusiveWrite && x.g.Events[e.Before].Barrier
}

// crowded reports whether more threads arrive at a barrier than it was initialised with.
func (x *explorer) crowded() bool {
	g := x.g
	for l := range int32(len(g.Locs)) {
		users := int32(0)
		for t := range int32(len(g.Threads)) {
			for a := g.Latest(l, t); a != axiom.None; a = g.Events[a].Same {
				if x.arrival(a) {
					users++
					break
				}
			}
		}
		if users > 1 && users > x.vm.BarrierSize(x.locations[l].addr) {
			return true
		}
	}
	return false
}
