package explore

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A claim is an error of two events. It is a data race if err is nil.
type claim struct {
	id, other int32
	err       *interp.Error
}

// claim counts an error, or keeps it in x.claims. With atomic sections it waits for the end of the
// run, when it is known which sections end. With parts of locations it waits until it is known
// which executions the graph represents.
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

// settleClaims counts the errors of x.claims if both events can happen.
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

// race claims the data races of event id with other events. Only RC11 has data races.
func (x *explorer) race(id int32) {
	if x.g.Events[id].Site >= 0 {
		var now graphCopy
		x.g.Races(id, func(other int32) {
			x.raced++
			x.claim(claim{id: id, other: other}, &now)
		})
	}
}

// raceWith counts the data race of event id with an earlier event.
func (x *explorer) raceWith(id, other int32, now *graphCopy) {
	if x.g.Events[other].Site < 0 {
		return
	}
	sites := [2]int32{x.g.Events[other].Site, x.g.Events[id].Site}
	if x.tally.foundAgain(x, sites, now) {
		return
	}
	if last := x.tally.lastRace; last != nil && interp.PlacesOf(x.prog.Sites[sites[0]].Pos, x.prog.Sites[sites[1]].Pos).Compare(*last) > 0 {
		return
	}
	x.tally.races[sites] = x.tally.found(x, Race(x.racer(other), x.racer(id)), now)
}

// Race returns the data race of two accesses. The error is the same for both orders of its
// arguments.
func Race(a, b *interp.Racer) *interp.Error {
	if a.Site > b.Site {
		a, b = b, a
	}
	return &interp.Error{
		Kind: interp.DataRace, First: a, Second: b, Thread: b.Thread, Pos: b.Pos, Stack: b.Stack,
		Message: b.Conflict(a),
	}
}

func (x *explorer) racer(id int32) *interp.Racer {
	e := &x.g.Events[id]
	s := x.prog.Sites[e.Site]
	stack := []interp.Frame{{Func: s.Func, Pos: s.Pos}}
	if x.replay != nil {
		stack = x.replay.stacks[id]
	}
	return &interp.Racer{Thread: e.Thread, Site: e.Site, Pos: s.Pos, Stack: stack, Writes: e.Kind.Writes(), Atomic: e.Order != trace.Plain}
}

// lastDone returns the last event that thread t has performed in the run, or else the event that
// created t, or None.
func (x *explorer) lastDone(t trace.ThreadID) int32 {
	if k := x.cursor[t]; k > 0 {
		return x.g.Threads[t].Events[k-1]
	}
	return x.g.Threads[t].Parent
}

// freedLater notes for a double free e, of which t makes the second free, that the other free may
// be the second as well if nothing orders the two. A graph has no order of frees.
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

// Free performs the free of a block.
func (x *explorer) Free(t *vm.Thread, b vm.Block) {
	if x.dead {
		return
	}
	id, added := x.add(axiom.Event{Kind: axiom.Free, Thread: t.ID, Site: t.Op.Site, Value: b.Addr, Expect: uint64(b.Size), Life: b.Life})
	if added {
		for _, c := range x.compared {
			x.comparesFreed(c, id)
		}
		x.revisitsAllocations(id)
		x.claimsLate(id, b, x.othersIn(b, t.ID))
	}
}

// Ends performs the end of a variable's life. It is an event only if an access may come after it.
func (x *explorer) Ends(t *vm.Thread, b vm.Block) {
	if x.dead {
		return
	}
	list := x.g.Threads[t.ID].Events
	known := int(x.cursor[t.ID]) < len(list)
	if known {
		if e := &x.g.Events[list[x.cursor[t.ID]]]; e.Kind != axiom.End || e.Value != b.Addr {
			return
		}
	}
	others := x.othersIn(b, t.ID)
	if !known && len(others) == 0 {
		return
	}
	id, added := x.add(axiom.Event{Kind: axiom.End, Thread: t.ID, Site: -1, Value: b.Addr, Expect: uint64(b.Size), Life: b.Life})
	if added && !x.claimsLate(id, b, others) && !x.dead {
		x.g.Pop()
		x.cursor[t.ID]--
	}
}

// claimsLate claims a use after free for each of others, accesses of block b, that nothing orders
// before event id, the end of the block's life. It reports whether there is one.
func (x *explorer) claimsLate(id int32, b vm.Block, others []int32) (late bool) {
	inBlock := func(loc int32) bool {
		at := &x.locations[loc]
		return at.addr-b.Addr < uint64(b.Size) && at.life == b.Life
	}
	var now graphCopy
	others = slices.DeleteFunc(others, func(n int32) bool { return x.g.Events[n].Site < 0 || x.endOfWait(n) })
	for _, n := range x.g.Unordered(others, id, inBlock) {
		if !x.g.Model().HB() && !x.pool.stop.Load() {
			x.needCoherence()
		}
		if x.dead || x.g.Precedes(n, id, inBlock) {
			continue
		}
		if x.pool.stop.Load() {
			break // the graph's answers mean nothing
		}
		late = true
		x.claim(claim{id, n, b.Unordered(x.racer(n))}, &now)
	}
	return late
}

// endOfWait reports whether event id is the read that ends a wait for a condition variable. POSIX lets
// another thread destroy and free the variable when it has woken all that wait; that they began to wait
// before is what counts.
func (x *explorer) endOfWait(id int32) bool {
	e := &x.g.Events[id]
	return e.Kind.Reads() && e.Kind != axiom.ExclusiveRead && !e.Blocked && x.pool.synchronisation[e.Site] == code.CondWait
}

// othersIn returns the accesses of block b by threads other than t, in the order in which they were
// added. Its time is linear in the number of accesses of the block and the size of the block. If
// bytes were accessed at different sizes, the time is linear in the graph: the VM then does not
// have all locations of the block.
func (x *explorer) othersIn(b vm.Block, t trace.ThreadID) (ids []int32) {
	if x.shapes.mixed {
		for n := range x.g.Events {
			if e := &x.g.Events[n]; e.Kind.Accesses() && e.Thread != t && x.locations[e.Loc].addr-b.Addr < uint64(b.Size) && x.locations[e.Loc].life == b.Life {
				ids = append(ids, int32(n))
			}
		}
		return ids
	}
	in := func(l int32) {
		for a := x.g.Locs[l].Access; a != axiom.None; a = x.g.Events[a].Access {
			if x.g.Events[a].Thread != t {
				ids = append(ids, a)
			}
		}
	}
	x.vm.Locs(b, func(l models.Loc) {
		in(x.locOf[l])
		for i := range x.parts.list {
			if p := &x.parts.list[i]; p.whole == x.locOf[l] && x.used(p) {
				in(p.loc)
			}
		}
	})
	slices.Sort(ids)
	return ids
}
