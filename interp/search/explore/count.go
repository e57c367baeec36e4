package explore

import (
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Counts of references. A thread that drops a reference looks at the count that it reads, but does the
// same whatever it is, as long as it is not the last. Such an addition commutes with others, too: it
// has a part of the location (commute.go). It reads what the additions in its po ∪ rf prefix make
// together. In an execution with the location whole it may read what those make that nothing orders
// with it, too. When an execution has ended, each addition is held against all that it may read
// (countRange). If its thread may do otherwise for one of them, the search begins anew without parts
// of the location.
//
// No execution is missed. Take the first addition, in an execution with the location whole, whose
// thread does otherwise than with parts. The graph of what comes before has an execution with parts that
// contains it and the addition, and there the value of the whole location is one that the addition
// may read.

const (
	maxTolerance = 32      // how far from its value a count is looked at
	far          = 1 << 32 // stands for what is farther; sums of it do not overflow
)

// counts gives access e, which is about to be added and for which vm.Counts holds, a part of its
// location if its thread th continues alike for some other value, and its value does not depend on co.
func (x *explorer) counts(e *axiom.Event, th *vm.Thread) {
	if x.pool.partition.whole[x.locations[e.Loc].addr] || x.dependsOnCo(e.Loc) {
		return
	}
	v := x.countBefore(e.Thread, e.Loc)
	less, more := x.vm.Tolerates(th, v, 1, maxTolerance)
	if less == 0 && more == 0 && !x.dropsLast(e.Thread) {
		return
	}
	if l := x.split(e.Loc, e.Thread+1, code.FetchAdd, false); l != e.Loc {
		e.Loc, e.Expect, e.Counts, e.Less, e.More = l, v, true, uint8(less), uint8(more)
	}
}

// dependsOnCo reports whether it depends on co what location l holds without its parts.
func (x *explorer) dependsOnCo(l int32) bool {
	return x.loose(l) && len(x.lastWrites(l, axiom.None, axiom.Whole)) > 1
}

// countBefore returns what the writes of location l, and of its parts, that are in the prefix of thread
// t make together.
func (x *explorer) countBefore(t, l int32) uint64 {
	last := x.lastDone(t)
	return x.countIn(l, func(u int32) bool { return last != axiom.None && x.g.InPrefix(u, last) })
}

// countIn is countBefore for the writes for which in holds.
func (x *explorer) countIn(l int32, in func(u int32) bool) uint64 {
	w := x.g.Locs[l].Last
	for w != axiom.Init && !in(w) {
		w = x.g.Events[w].CoBefore
	}
	return x.withParts(w, l, x.ownValueOf(w, l), in)
}

// miscounts reports whether the thread of an addition of the execution that has ended may do otherwise for
// another value that the addition may read; then the search begins anew.
func (x *explorer) miscounts() bool {
	for id := range int32(len(x.g.Events)) {
		e := &x.g.Events[id]
		if !e.Counts {
			continue
		}
		less, more := x.countRange(id)
		if less <= uint64(e.Less) && more <= uint64(e.More) {
			continue
		}
		x.doubtLast(e)
		return true
	}
	return false
}

// countRange returns bounds of how much less and more than its value addition id may read, by the
// additions that nothing orders with it. A subtraction comes after the additions of its own prefix: so
// each takes from these first.
func (x *explorer) countRange(id int32) (less, more uint64) {
	type addition struct {
		u    int32
		left int64
	}
	g := x.g
	l := x.wholeOf(g.Events[id].Loc)
	unused := 64 - 8*uint(x.locations[l].size)
	var added, taken []addition
	x.eachChange(l, func(u int32, _ code.RMWOp, by uint64) {
		if g.InPrefix(u, id) || g.InPrefix(id, u) {
			return
		}
		switch n := int64(by<<unused) >> unused; {
		case n < -far:
			less += far
		case n < 0:
			taken = append(taken, addition{u, -n})
		default:
			n = min(n, far)
			more += uint64(n)
			added = append(added, addition{u, n})
		}
	})
	for _, t := range taken {
		for i := range added {
			if a := &added[i]; g.InPrefix(a.u, t.u) {
				n := min(a.left, t.left)
				a.left -= n
				t.left -= n
			}
		}
		less += uint64(t.left)
	}
	return less, more
}
