package explore

import (
	"fencepost/interp/code"
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

// waitsAtBarriers reports whether the program does, and whether it nowhere uses what a
// wait returns.
func waitsAtBarriers(p *code.Program) (ok, unordered bool) {
	unordered = true
	for i := range p.Funcs {
		f := &p.Funcs[i]
		var used []bool
		for pc, in := range f.Code {
			if in.Op != code.Sys || code.SysID(in.C) != code.BarrierWait {
				continue
			}
			if used == nil {
				used = p.UsedResults(f)
			}
			ok, unordered = true, unordered && !used[pc]
		}
	}
	return ok, ok && unordered
}

// An atBarrier says what a thread that comes to a lock word does.
type atBarrier struct {
	kind   uint8
	read   int32
	loc    int32
	last   int32 // the latest write of loc
	ticket uint64
}

const (
	noBarrier = iota
	arrives
	leaves
)

// atBarrier tells of read id of a lock word, which was just added.
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
	} else if ticket, ok := x.vm.Leaves(x.thread(e.Thread)); ok {
		b.kind, b.ticket = leaves, ticket
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
		return x.follows(w, b.ticket)
	}
	return false
}

// follows reports whether write w, or Init, is an arrival of a later round than that which
// the arrival of this ticket completes.
func (x *explorer) follows(w int32, ticket uint64) bool {
	for a := w; a >= 0 && x.g.Events[a].Kind == axiom.ExclusiveWrite; a = x.g.Events[x.g.Events[a].Before].RF {
		if x.g.Events[a].Value == ticket {
			return a != w
		}
	}
	return false
}

// settleWait notes of read id, of a lock word, which takes place as its thread is parked
// before it, whether it is the end of a wait that has no other choice.
func (x *explorer) settleWait(id int32) {
	if at := x.atBarrier(id); at.kind == leaves && x.g.Events[id].Value == at.ticket {
		x.g.Events[id].Barrier = true
	}
}

// endsWait reports whether read id, which ends a wait, would end it in the same way if it
// were added after what stays when w revisits an earlier read.
func (x *explorer) endsWait(id, w int32) bool {
	e := &x.g.Events[id]
	if e.RF >= 0 && !x.stayed(e.RF, id, w) {
		return false
	}
	last := x.staying(e.Loc, id, w)
	return last == e.RF || x.follows(last, e.Value)
}

// tooLate reports whether write w is an arrival that read n, of the same location, does
// not read, since it ends a wait that an earlier one ends.
func (x *explorer) tooLate(w, n int32) bool {
	e := &x.g.Events[n]
	switch {
	case !x.leaves:
		return false
	case e.Barrier:
		return x.arrival(w) || x.follows(w, e.Value)
	case e.Blocked && x.cursor[e.Thread] == e.Index:
		at := x.atBarrier(n)
		return at.kind == leaves && x.follows(w, at.ticket)
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
