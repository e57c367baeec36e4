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
	count   int     // iterations begun since the thread entered the loop
	again   int     // number of consecutive returns in the same state
	effects int     // Thread.Effects at the arrival
	done    int32   // number of the thread's events before the arrival
	state   []int64 // vm.LoopState at the arrival
}

// copyFrom makes l a copy of o, and reuses the memory of l.state.
func (l *loop) copyFrom(o *loop) {
	state := append(l.state[:0], o.state...)
	*l = *o
	l.state = state
}

// Loop stops a thread that arrives at a loop head twice in the same state without an effect on
// other threads in between. A store to a local of a call that began and ended in between is none:
// another thread can get its address only by another effect. The thread waits: each read of the next iteration could have been a
// read of this one. It does not stop the thread if the iteration adds order: see ends.go. A bound
// on iterations stops it as well. Loop reports whether it stopped the thread.
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
		list[n].LoopHead, list[n].count = x.vm.LoopHead(t), 0
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
	if known && slices.Equal(l.state, x.scratch) {
		ordersMore := x.opEnds != nil && x.learnsEnds(t, l)
		if (l.effects == t.Effects || x.storesToEnded(t, l)) && !ordersMore {
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
		if x.isEndless(t, l) {
			return true
		}
	} else {
		l.again = 0
	}
	l.effects, l.done = t.Effects, x.cursor[t.ID]
	l.state = append(l.state[:0], x.scratch...)
	return false
}

// storesToEnded reports whether the effects of thread t since it last arrived at loop l are stores to
// objects of its own whose life has ended.
func (x *explorer) storesToEnded(t *vm.Thread, l *loop) bool {
	effects := l.effects
	for _, id := range x.g.Threads[t.ID].Events[l.done:x.cursor[t.ID]] {
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
