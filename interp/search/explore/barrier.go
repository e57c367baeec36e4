package explore

import (
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Barriers. A thread that arrives at a barrier adds one to its lock word, and then waits
// until the word says that all have arrived. Nothing depends on an arrival but the ends of
// these waits, which depend on all arrivals. So their order is none, as long as nobody
// asks who came last and no more threads use the barrier than it is for: an arrival reads
// the latest one, and is never revisited by another. The end of a wait reads the arrival
// that completes its round, which orders least, and not one of a later round
// (Kokologiannakis and Vafeiadis, "BAM: Efficient Model Checking for Barriers", NETYS
// 2021, where arrivals are told apart by their places; here in no way).
//
// A barrier that is initialised or destroyed while threads may use it is searched as any
// other location. If more threads use one, the search begins anew without this.
//
// The wait for a condition variable, too, ends by reading the write that wakes the thread,
// and not one of those that come later.

// awaited reports whether threads of the program wait at barriers or for condition variables,
// and whether at barriers, nowhere using what a wait there returns.
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

// An atBarrier says what a thread that comes to a lock word does.
type atBarrier struct {
	kind uint8
	read int32
	loc  int32
	last int32   // the latest write of loc
	wait vm.Wait // that the thread leaves
}

const (
	noBarrier = iota
	arrives
	leaves
)

// atBarrier tells of read id of a lock word, which was just added. A condition variable
// is a barrier that has no arrivals.
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

// passes reports whether the thread does not read write w, which another execution
// stands for.
func (b *atBarrier) passes(x *explorer, w int32) bool {
	switch b.kind {
	case arrives:
		next := x.g.After(w, b.loc)
		return w != b.last && (x.arrival(next) || x.g.InPrefix(next, b.read))
	case leaves:
		return x.follows(w, b.wait)
	}
	return false
}

// follows reports whether write w comes later in co than one that ends a wait.
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

// settleWait notes of read id, of a lock word, which takes place as its thread is parked
// before it, whether it is the end of a wait that has no other choice.
func (x *explorer) settleWait(id int32) {
	e := &x.g.Events[id]
	if at := x.atBarrier(id); at.kind == leaves && at.wait.Ends(e.Value) && !x.follows(e.RF, at.wait) {
		e.Barrier, e.Expect = true, uint64(at.wait)
	}
}

// endsWait reports whether read id, which ends a wait, would end it in the same way if it
// were added after what stays when w revisits an earlier read.
func (x *explorer) endsWait(id, w int32) bool {
	e := &x.g.Events[id]
	if e.RF >= 0 && !x.stayed(e.RF, id, w) {
		return false
	}
	last := x.lastUndeleted(e.Loc, id, w)
	return last == e.RF || x.follows(last, vm.Wait(e.Expect))
}

// tooLate reports whether write w is an arrival that read n, of the same location, does
// not read, since it ends a wait that an earlier one ends.
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

// arrival reports whether write id is that of an arrival at a barrier.
func (x *explorer) arrival(id int32) bool {
	e := &x.g.Events[id]
	return e.Kind == axiom.ExclusiveWrite && x.g.Events[e.Before].Barrier
}

// crowded reports whether more threads arrive at a barrier than it is for.
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
