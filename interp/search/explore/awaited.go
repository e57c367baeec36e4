package explore

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Counts that are awaited. A thread waits in a loop until others have counted up to a number, as at a
// barrier that a program makes of an atomic counter. If it waits at each number before that, it goes on in one
// way only: after all of them, whatever their order. So its read comes when what all have added lets it go on,
// or when no other thread has a step. Auxiliary reads, one of each part of the count that it does not
// know yet (last.go), order what all have added before it. A thread that adds later, unordered with the
// read, could be one of which it knows nothing. Then, or if the thread would go on for a part of what
// was added, the search begins anew without parts of the location.

// maxPartial bounds the different numbers that some of the additions to a count make.
const maxPartial = 64

// doubtAwaited has the search begin anew, as a read in a loop is not ordered with the additions to location
// l: as one of a count that is awaited, or without parts of the location.
func (x *explorer) doubtAwaited(l int32) {
	addr := x.locations[l].addr
	if x.pool.partition.awaited[addr] || x.symmetry && x.hasTwins() {
		x.whole(l)
		return
	}
	x.doubt(Doubt{Addr: addr, Awaited: true})
}

// onlyAwaits reports whether the accesses of location l that do not come before addition id, which was just
// added, are reads at which their threads wait.
func (x *explorer) onlyAwaits(id, l int32) bool {
	for a := x.g.Locs[l].Access; a != axiom.None; a = x.g.Events[a].Access {
		if e := &x.g.Events[a]; !x.g.Follows(id, a) && (e.Kind != axiom.Read || e.Order == trace.Plain || e.Idle != waits) {
			return false
		}
	}
	return true
}

// readsInLoop reports whether thread t is about to read a location in the condition of a loop.
func (x *explorer) readsInLoop(t int32) bool {
	th := x.thread(t)
	return x.skips && x.state(t) == vm.Ready && th.Op.Kind == trace.Load && th.Op.Order != trace.Plain && th.Op.Loc >= 0 && x.vm.RunsAhead(th) && x.vm.Guards(th)
}

// mayAwait reports whether thread t, which is enabled, may perform its next operation: if that reads a
// count that is awaited, the thread goes on, or no other has a step (force). It adds the auxiliary reads.
func (x *explorer) mayAwait(t int32, force bool) bool {
	if !x.readsInLoop(t) {
		return true
	}
	l := x.locOf[x.thread(t).Op.Loc]
	if addr := x.locations[l].addr; !x.pool.partition.awaited[addr] || x.pool.partition.whole[addr] {
		return true
	}
	last, base := x.lastDone(t), x.g.Locs[l].Last
	if base != axiom.Init && (last == axiom.None || !x.g.InPrefix(base, last)) {
		return true
	}
	knows := func(u int32) bool {
		return x.g.Events[u].Thread == t || !x.g.Model().ReadsOld() && last != axiom.None && x.g.Follows(last, u)
	}
	replaced := func(u int32) bool { return base != axiom.Init && x.g.InPrefix(u, base) }
	size, all := x.locations[l].size, x.withParts(base, l, x.ownValueOf(base, l), knows)
	some := x.partial[:0] // what a part of the additions makes that the thread does not know yet
	x.eachChange(l, func(u int32, kind code.RMWOp, by uint64) {
		if knows(u) || replaced(u) {
			return
		}
		add := func(v uint64) {
			if len(some) <= maxPartial && !slices.Contains(some, v) {
				some = append(some, v)
			}
		}
		for _, v := range some[:len(some):len(some)] {
			add(combined(kind, size, v, by))
		}
		add(all)
		all = combined(kind, size, all, by)
	})
	x.partial = some
	switch {
	case x.waitsFor(t, all) && !force:
		return false
	case len(some) == 0:
		return true
	case len(some) > maxPartial || slices.ContainsFunc(some, func(v uint64) bool { return !x.waitsFor(t, v) }):
		x.whole(l)
		return false
	}
	x.readRest(t, l, knows)
	return !x.dead
}

// seesPart reports whether an auxiliary read that comes before access id sees access u of its part, of an
// addition: then id comes after that, as two reads of one location do. If id is an acquire, the other read has
// to be one: what id synchronises with, it synchronises with by that.
func (x *explorer) seesPart(id, u int32) bool {
	g := x.g
	if !x.readsParts() || !g.InPrefix(u, id) {
		return false
	}
	write, e := u, &g.Events[u]
	if list := g.Threads[e.Thread].Events; e.Kind == axiom.ExclusiveRead && int(e.Index)+1 < len(list) {
		write = list[e.Index+1]
	}
	for a := g.Locs[e.Loc].Access; a != axiom.None; a = g.Events[a].Access {
		e, to := &g.Events[a], &g.Events[id]
		if e.Kind != axiom.Read || !e.Auxiliary || to.Order.Acquires() && !e.Order.Acquires() || e.Thread != to.Thread && !g.Follows(id, a) {
			continue
		}
		for w := g.Events[a].RF; w != axiom.Init; w = g.Events[w].CoBefore {
			if w == write {
				return true
			}
		}
	}
	return false
}

// waitsFor reports whether thread t, about to read in the condition of a loop, would wait if it read v.
func (x *explorer) waitsFor(t int32, v uint64) bool {
	th := x.thread(t)
	x.vm.Mark(th, &x.ahead)
	stops, _ := x.waitsAt(th, &x.ahead, v)
	return stops
}
