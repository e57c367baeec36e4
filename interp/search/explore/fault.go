package explore

import (
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A claim is an error of two events: a data race, unless err says what it is.
type claim struct {
	id, other int32
	err       *interp.Error
}

// claim reports an error; in a program with atomic sections not before the end of the run,
// when it is known how each section ends, and where locations have parts not before it is known
// what the execution stands for.
func (x *explorer) claim(c claim, now *graphCopy) {
	switch {
	case x.sections || len(x.parts.list) > 0 && x.severalParts():
		x.claims = append(x.claims, c)
	case c.err != nil:
		x.tally.found(x, c.err, now)
	default:
		x.raceWith(c.id, c.other, now)
	}
}

// settleClaims reports the errors of the run whose events can both happen.
func (x *explorer) settleClaims() {
	var now graphCopy
	for _, c := range x.claims {
		switch {
		case x.afterEnd(c.id) || x.afterEnd(c.other):
		case c.err != nil:
			x.tally.found(x, c.err, &now)
		default:
			x.raceWith(c.id, c.other, &now)
		}
	}
	x.claims = x.claims[:0]
}

// race reports the data races of event id with others, under RC11.
func (x *explorer) race(id int32) {
	if x.g.Events[id].Site >= 0 {
		var now graphCopy
		x.g.Races(id, func(other int32) {
			x.raced++
			x.claim(claim{id: id, other: other}, &now)
		})
	}
}

func (x *explorer) raceWith(id, other int32, now *graphCopy) {
	if x.g.Events[other].Site < 0 {
		return
	}
	sites := [2]int32{x.g.Events[other].Site, x.g.Events[id].Site}
	if x.tally.foundAgain(x, sites, now) {
		return
	}
	x.tally.races[sites] = x.tally.found(x, Race(x.racer(other), x.racer(id)), now)
}

// Race returns the data race of two accesses, one name for both orders.
func Race(a, b *interp.Racer) *interp.Error {
	if a.Site > b.Site {
		a, b = b, a
	}
	return &interp.Error{
		Kind: interp.DataRace, First: a, Second: b, Thread: b.Thread, Pos: b.Pos, Stack: b.Stack,
		Message: fmt.Sprintf("%s conflicts with %s at %s", b, a, a.Pos),
	}
}

func (x *explorer) racer(id int32) *interp.Racer {
	e := &x.g.Events[id]
	s := x.prog.Sites[e.Site]
	return &interp.Racer{Thread: e.Thread, Site: e.Site, Pos: s.Pos, Stack: []interp.Frame{{Func: s.Func, Pos: s.Pos}},
		Writes: e.Kind.Writes(), Atomic: e.Order != trace.Plain}
}

// lastDone returns the last event that thread t has done, or the one that created it, or None.
func (x *explorer) lastDone(t trace.ThreadID) int32 {
	if k := x.cursor[t]; k > 0 {
		return x.g.Threads[t].Events[k-1]
	}
	return x.g.Threads[t].Parent
}

// freedLater notes of a double free that t is the second to make that the other thread
// may be the second as well, if nothing orders the two: a graph has no order of frees.
func (x *explorer) freedLater(t *vm.Thread, e *interp.Error) {
	last := x.lastDone(t.ID)
	for id := range x.g.Events {
		f := &x.g.Events[id]
		switch {
		case f.Kind != axiom.Free || f.Thread == t.ID || f.Site < 0 || x.prog.Sites[f.Site].Pos != e.Freed:
			continue
		case last != axiom.None && x.g.InPrefix(int32(id), last):
			continue
		}
		s := x.prog.Sites[f.Site]
		other := *e
		other.Thread, other.Pos, other.Freed = f.Thread, s.Pos, e.Pos
		other.Stack = []interp.Frame{{Func: s.Func, Pos: s.Pos}}
		x.faults = append(x.faults, &other)
	}
}

// Free adds the end of a block's life. An access of the block that nothing keeps
// before it may come after it.
func (x *explorer) Free(t *vm.Thread, b vm.Block) {
	if x.dead {
		return
	}
	if !x.g.Model().HB() {
		x.needCoherence()
	}
	op := &t.Op
	id, added := x.add(axiom.Event{Kind: axiom.Free, Thread: t.ID, Site: op.Site, Value: b.Addr, Expect: uint64(b.Size), Life: b.Life})
	if !added {
		return
	}
	x.revisitsAllocations(id)
	for i := range x.parts.list {
		if p := &x.parts.list[i]; x.used(p) && x.locations[p.loc].addr-b.Addr < uint64(b.Size) {
			x.whole(p.loc)
			return
		}
	}
	inBlock := func(loc int32) bool {
		at := &x.locations[loc]
		return at.addr-b.Addr < uint64(b.Size) && at.life == b.Life
	}
	var now graphCopy
	for _, n := range x.othersIn(b, t.ID) {
		e := &x.g.Events[n]
		if e.Site < 0 || x.g.Precedes(n, id, inBlock) {
			continue
		}
		if x.pool.stop.Load() {
			return // the graph's answers mean nothing
		}
		r := x.racer(n)
		x.claim(claim{id, n, &interp.Error{
			Kind:    interp.UseAfterFree,
			Message: fmt.Sprintf("nothing keeps the %s before the free at %s", r, x.prog.Sites[op.Site]),
			Thread:  e.Thread, Pos: r.Pos, Stack: r.Stack,
			Alloc: b.Allocated, Freed: x.prog.Sites[op.Site].Pos,
		}}, &now)
	}
}

// othersIn returns the accesses of block b by threads other than t, as they were added.
// It takes time linear in these and the block, unless bytes were accessed at different
// sizes: then in the graph, for not all locations of the block are known to the VM.
func (x *explorer) othersIn(b vm.Block, t trace.ThreadID) (ids []int32) {
	if x.shapes.mixed {
		for n := range x.g.Events {
			if e := &x.g.Events[n]; e.Kind.Accesses() && e.Thread != t && x.locations[e.Loc].addr-b.Addr < uint64(b.Size) && x.locations[e.Loc].life == b.Life {
				ids = append(ids, int32(n))
			}
		}
		return ids
	}
	x.vm.Locs(b, func(l models.Loc) {
		for a := x.g.Locs[x.locOf[l]].Access; a != axiom.None; a = x.g.Events[a].Access {
			if x.g.Events[a].Thread != t {
				ids = append(ids, a)
			}
		}
	})
	slices.Sort(ids)
	return ids
}
