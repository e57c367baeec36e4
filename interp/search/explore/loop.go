package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A loop is the state of a thread when it last arrived at the head of a loop that it has not
// left.
type loop struct {
	vm.LoopHead
	arrival         // the last one
	kept    arrival // the 1st, 2nd, 4th, 8th, ... since the thread entered the loop
	count   int     // iterations begun since then
	again   int     // number of consecutive returns in the same state
	// How often it returned days later in the same state, but for them, as at the last arrival, and as at
	// the one kept.
	late, lateKept int
}

// An arrival is the state of a thread at the head of a loop.
type arrival struct {
	effects int     // Thread.Effects
	delays  int     // Thread.Delays
	time    int64   // Thread.Time
	done    int32   // number of the thread's events before
	state   []int64 // vm.LoopState
}

// copyFrom makes a a copy of o, and reuses the memory of a.state.
func (a *arrival) copyFrom(o *arrival) {
	*a = arrival{o.effects, o.delays, o.time, o.done, append(a.state[:0], o.state...)}
}

// copyFrom makes l a copy of o, and reuses the memory of the states.
func (l *loop) copyFrom(o *loop) {
	last, kept := l.arrival, l.kept
	last.copyFrom(&o.arrival)
	kept.copyFrom(&o.kept)
	*l = *o
	l.arrival, l.kept = last, kept
}

// Loop stops a thread that arrives at a loop head twice in the same state without an effect on
// other threads in between. Several iterations may lie between, as in a loop that counts its rounds up
// to a bound, and then begins with 0 again: see kept (Brent's algorithm). A store to a local of a call
// that began and ended in between is no effect: another thread can get its address only by another
// effect. The thread waits: each read of the next iteration could have been a read of this one. It does
// not stop the thread if the iteration adds order: see ends.go. A bound on iterations stops it as well.
// Loop reports whether it stopped the thread.
func (x *explorer) Loop(t *vm.Thread, at vm.LoopPlace) (stops bool) {
	if at != vm.Body && x.stopsIdle(t) {
		return true
	}
	list := left(x.loops[t.ID], t.Low)
	t.Low = t.Depth()
	x.loops[t.ID] = list
	if at == vm.Body {
		return x.unrolled(t)
	}
	if !x.vm.Tick(t) {
		return true
	}
	pc, _ := t.Place()
	n := len(entered(list, pc, t.Depth()))
	known := n > 0 && list[n-1].At(pc, t.Depth())
	if !known {
		if n == cap(list) {
			list = append(list[:n], loop{})
		}
		list = list[:n+1]
		list[n].LoopHead, list[n].count, list[n].late, list[n].lateKept = x.vm.LoopHead(t), 0, 0, 0
		n++
	}
	list = list[:n]
	x.loops[t.ID] = list
	l := &list[n-1]
	l.count++
	if at != vm.Condition && x.unrolled(t) {
		return true
	}
	x.scratch = x.vm.LoopState(x.scratch[:0], t)
	if !x.vm.Spend(len(x.scratch) / 8) {
		return true
	}
	late := l.late
	if known && x.returns(t, &l.arrival, &l.late) {
		ordersMore := x.opEnds != nil && x.learnsEnds(t, l)
		if !ordersMore && x.onlyWaited(t, &l.arrival) {
			t.State = vm.Waiting
			return true
		}
		x.turned[t.ID] = x.cursor[t.ID]
		if !ordersMore && x.mayWait(t) && !x.pool.o.endless {
			switch u := x.undoes(t, l); {
			case u == undone:
				x.undone[t.ID] = true
				t.State = vm.Waiting
				return true
			case u == noticed && x.replay == nil:
				t.State = vm.Waiting
				x.noteObserved()
				return true
			}
		}
		if l.count < countingAt && x.countsInMemory(t, l) {
			l.again = 0
		} else if x.isEndless(t, l) {
			return true
		}
	} else {
		l.again = 0
		if known && x.returns(t, &l.kept, &l.lateKept) && x.onlyWaited(t, &l.kept) {
			if l.done = l.kept.done; x.opEnds == nil || !x.learnsEnds(t, l) {
				t.State = vm.Waiting
				return true
			}
		}
	}
	l.effects, l.delays, l.time, l.done = t.Effects, t.Delays, t.Time(), x.cursor[t.ID]
	l.state = append(l.state[:0], x.scratch...)
	if l.late == late { // not so this time
		l.late = 0
	}
	if l.count&(l.count-1) == 0 {
		l.kept.copyFrom(&l.arrival)
		l.lateKept = 0
	}
	return false
}

// returns reports whether thread t, whose state is x.scratch, is in the same state as at an arrival. If it is
// days later, numbers may have gone on by these, and it must have been so once before: late counts that. By
// then each deadline from before the arrival is over. So the thread does the same forever, unless it
// computes with how long it has waited.
func (x *explorer) returns(t *vm.Thread, a *arrival, late *int) bool {
	x.days = 0
	equal := slices.Equal(a.state, x.scratch)
	if t.Time() < vm.Days || t.Time() == a.time {
		return equal
	}
	days := t.Time() - a.time
	if days < vm.Days || !equal && !vm.Shifted(a.state, x.scratch, days) {
		return false
	}
	x.days = days
	*late++
	return *late > 1
}

// onlyWaited reports whether thread t had no effect on others since an arrival, other than stores to
// objects of its own whose life has ended.
func (x *explorer) onlyWaited(t *vm.Thread, since *arrival) bool {
	effects := since.effects + t.Delays - since.delays
	if effects == t.Effects {
		return true
	}
	for _, id := range x.g.Threads[t.ID].Events[since.done:x.cursor[t.ID]] {
		e := &x.g.Events[id]
		switch {
		case e.Auxiliary || !e.Kind.Writes():
		case !x.storesToDead(t, e):
			return false
		default:
			effects++
		}
	}
	return effects == t.Effects
}

// storesToDead reports whether event e of thread t is a store to an object of its own whose life has
// ended.
func (x *explorer) storesToDead(t *vm.Thread, e *axiom.Event) bool {
	return e.Kind == axiom.Write && x.vm.Ended(t, x.locations[e.Loc].addr)
}

// entered returns the loops that a thread has not left when it arrives at the loop head at pc
// with depth callers.
func entered(loops []loop, pc, depth int) []loop {
	n := len(loops)
	for n > 0 && loops[n-1].LeftFor(pc, depth) {
		n--
	}
	return loops[:n]
}

// left returns the loops whose calls have not returned. low is the least number of callers that
// the thread had since its last arrival.
func left(loops []loop, low int) []loop {
	n := len(loops)
	for n > 0 && loops[n-1].Depth > low {
		n--
	}
	return loops[:n]
}

// unrolled stops thread t if it begins more iterations of the innermost loop than x.unroll
// permits. It reports whether it did.
func (x *explorer) unrolled(t *vm.Thread) bool {
	list := x.loops[t.ID]
	if x.unroll == 0 || list[len(list)-1].count <= x.unroll {
		return false
	}
	t.State = vm.Bounded
	return true
}

// since returns the number of events of thread t before the iteration in which it waits.
func (x *explorer) since(t trace.ThreadID) int32 {
	list := x.loops[t]
	return list[len(list)-1].done
}

// iteration returns the events of the last iteration of thread t, which waits.
func (x *explorer) iteration(t int32) []int32 {
	list := x.g.Threads[t].Events
	return list[min(int(x.since(t)), len(list)):]
}
