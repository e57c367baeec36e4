package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Compare-exchanges that confirm. In
//
//	a = x; while (!compare_exchange(&x, &a, f(a)));
//
// a compare-exchange expects what the read before it, of the same location, read. If it fails,
// its thread stops there, whatever value it reads: it waits, or retells a read (idle.go). If it
// reads the same value from another write, the read before could have read that, too. So it is
// explored as if both were one read: it reads from the write that the read before it reads from,
// and no write revisits it, only the read before it. (Kokologiannakis, Marmanis and Vafeiadis,
// "Unblocking Dynamic Partial Order Reduction", CAV 2023, name such operations confirming; there
// they are marked before the program runs.)
//
// A read that was added maximally needs a compare-exchange that can follow it. It has one, for
// nothing comes between the two: a thread of which a read was revisited goes on first.

// confirms reports whether read id, for which the latest mark is, is such a compare-exchange.
// That depends on what its thread does alone.
func (x *explorer) confirms(id int32) bool {
	e := &x.g.Events[id]
	if !e.CAS || x.replay != nil {
		return false
	}
	before := x.confirmed(id)
	if before == axiom.None {
		return false
	}
	r := &x.g.Events[before]
	if !r.Kind.Reads() || r.Loc != e.Loc || r.Part != e.Part || r.Part.Size > 0 && !r.Narrow || r.RF == axiom.None || r.Idle != 0 || r.Blocked || r.Value != e.Expect || x.misses(r, r.RF) != 0 || !covers(e.Order, failOrder(r)) {
		return false
	}
	marks := x.marks[e.Thread]
	last := len(marks) - 1
	return x.stopsIfOther(x.thread(e.Thread), &marks[last], e.Expect, r.Index) || x.retoldIfOther(x.thread(e.Thread), &marks[last], marks[:last], e.Expect)
}

// covers reports whether a compare-exchange of some order that succeeds orders what comes after it
// as much as a read of the other order that reads the same does.
func covers(exchange, read trace.Order) bool {
	return read != trace.Plain && (!read.Acquires() || exchange.Acquires()) && (read != trace.SeqCst || exchange == trace.SeqCst)
}

// others are two values that a compare-exchange does not expect. Where its thread stops, registers
// hold what was read or what does not depend on it: so two tell of all.
func others(expect uint64) [2]uint64 { return [2]uint64{expect ^ 1, expect ^ 2} }

// stopsIfOther reports whether thread t waits wherever the compare-exchange at mark k fails, in a loop
// that repeats the read with an index, or stops at an assumption. If the loop did not repeat the read,
// the thread might wait for ever, and only this execution would show it.
func (x *explorer) stopsIfOther(t *vm.Thread, k *mark, expect uint64, read int32) bool {
	if !k.moves {
		return false
	}
	for _, v := range others(expect) {
		if stops, loop := x.waitsAt(t, &k.point, v); !stops || loop >= 0 && x.backTo > read {
			return false
		}
	}
	return true
}

// retoldIfOther reports whether it retells the read of one of the earlier marks wherever it fails.
func (x *explorer) retoldIfOther(t *vm.Thread, k *mark, earlier []mark, expect uint64) bool {
	hb := x.g.Model().HB()
	return k.moves && slices.ContainsFunc(earlier, func(o mark) bool {
		if !o.moves || o.changes != k.changes || !o.standsFor(k, hb) {
			return false
		}
		for _, v := range others(expect) {
			if _, at := x.waitsAt(t, &k.point, v); at < 0 || !x.retells(t, &o, v, at) {
				return false
			}
		}
		return true
	})
}

// dropTaken leaves out of x.choices, for read id, the writes that a read-modify-write has taken
// which cannot be revisited, where a compare-exchange comes next that confirms what is read.
func (x *explorer) dropTaken(id int32) {
	if !x.exchanges || len(x.choices) < 2 || x.replay != nil || !x.vm.MayForesee(x.thread(x.g.Events[id].Thread)) {
		return
	}
	g := x.g
	l := g.Events[id].Loc
	x.choices = slices.DeleteFunc(x.choices, func(w int32) bool {
		u := g.TakenBy(w, l, id)
		if u == axiom.None || x.pool.stop.Load() {
			return false
		}
		if g.Events[u].Confirms {
			u = x.confirmed(u)
		}
		g.SetRF(id, w, x.reads(&g.Events[id], w))
		return (g.Kept(u, id) || !x.maximalFrom(u, id)) && x.foresees(id, w)
	})
}

// foresees reports whether the thread of read id, which was just added, comes next to a
// compare-exchange that confirms it, if it reads from w.
func (x *explorer) foresees(id, w int32) bool {
	e := &x.g.Events[id]
	t := x.thread(e.Thread)
	if x.misses(e, w) != 0 {
		return false
	}
	v := x.reads(e, w)
	next, loops := &x.coming, false
	next.loc, next.cas, next.changes = e.Loc, true, t.Changes
	to := x.vm.Foresees(t, &next.point, v, func(at vm.LoopPlace) bool {
		loops = true
		return x.unroll == 0 && !x.repeatsState(t)
	})
	if to == nil || !covers(to.Order, failOrder(e)) {
		return false
	}
	next.order = to.Fail
	next.moves = x.vm.Moves(&next.point)
	if !loops && x.stopsIfOther(t, next, v, e.Index) {
		return true
	}
	marks := x.marks[e.Thread]
	n := len(marks)
	return n > 0 && n < marksKept && marks[n-1].index == e.Index && marks[n-1].changes == t.Changes && x.idleAt(id, v) == 0 && x.retoldIfOther(t, next, marks[n-1:], v)
}

// repeatsState reports whether thread t, which comes to a loop, was there in the same state.
func (x *explorer) repeatsState(t *vm.Thread) bool {
	pc, _ := t.Place()
	x.scratch = x.vm.LoopState(x.scratch[:0], t)
	return slices.ContainsFunc(x.loops[t.ID], func(l loop) bool { return l.At(pc, t.Depth()) && slices.Equal(l.state, x.scratch) })
}

// confirmed returns the event before read id, fences aside, which it may confirm; or None.
func (x *explorer) confirmed(id int32) int32 {
	e := &x.g.Events[id]
	return x.lastButFences(x.g.Threads[e.Thread].Events[:e.Index])
}

// couldConfirmOther reports whether there is another write of what a compare-exchange confirms.
func (x *explorer) couldConfirmOther() bool {
	for t := range x.g.Threads {
		if len(x.marks[t]) == 0 {
			continue
		}
		for _, id := range x.g.Threads[t].Events {
			if e := &x.g.Events[id]; e.Confirms && x.hasOther(e) {
				return true
			}
		}
	}
	return false
}

// hasOther reports whether a write that read e does not read writes what e expects.
func (x *explorer) hasOther(e *axiom.Event) bool {
	for a := e.Access; a != axiom.None; a = x.g.Events[a].Access {
		if w := &x.g.Events[a]; a != e.RF && w.Kind.Writes() && e.Narrowed().Of(w.Value) == e.Expect {
			return true
		}
	}
	return e.RF != axiom.Init && e.Narrowed().Of(x.ownValueOf(axiom.Init, e.Loc)) == e.Expect
}

// confirming returns the thread of which a read was revisited in the frame on top, if it may be
// about to confirm what it read; or -1.
func (x *explorer) confirming() int32 {
	t := x.frames[len(x.frames)-1].revisited
	if t < 0 || !x.exchanges || x.state(t) != vm.Ready || !x.thread(t).Op.CAS {
		return -1
	}
	if id, ok := x.lastRead(t); !ok || x.g.Events[id].RF < id {
		return -1
	}
	return t
}
