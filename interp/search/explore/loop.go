package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// A loop is the state of a thread at its last arrival at the head of a loop that
// it is in.
type loop struct {
	vm.LoopHead
	count   int   // arrivals since the loop was entered: iterations begun
	again   int   // how often it came back in the same state, one time after the other
	effects int   // Thread.Effects then
	done    int32 // events of the thread then
	state   []int64
}

// copyFrom makes l a copy of o, in the memory that l has.
func (l *loop) copyFrom(o *loop) {
	state := append(l.state[:0], o.state...)
	*l = *o
	l.state = state
}

// Loop stops a thread that comes to the same head twice in the same state, with no
// effect on others between: it waits, for whatever it would read the next time, it
// could have read the first time. A bound on iterations stops it as well.
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
		if l.effects == t.Effects && !ordersMore {
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
				x.pool.meetEndless()
				t.State = vm.Waiting
				x.dead = true
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

// entered returns the loops that are not left when their thread comes to the head of one at pc,
// with so many callers.
func entered(loops []loop, pc, depth int) []loop {
	n := len(loops)
	for n > 0 && loops[n-1].LeftFor(pc, depth) {
		n--
	}
	return loops[:n]
}

// left returns the loops that are in no call which has returned, low being the
// fewest callers that the thread had since.
func left(loops []loop, low int) []loop {
	n := len(loops)
	for n > 0 && loops[n-1].Depth > low {
		n--
	}
	return loops[:n]
}

// unrolled stops thread t if it begins more iterations of the innermost loop than
// it may; it reports whether it does.
func (x *explorer) unrolled(t *vm.Thread) bool {
	list := x.loops[t.ID]
	if x.unroll == 0 || list[len(list)-1].count <= x.unroll {
		return false
	}
	t.State = vm.Bounded
	return true
}

// since returns how many events of thread t, which waits, happened before the
// iteration in which it does.
func (x *explorer) since(t trace.ThreadID) int32 {
	list := x.loops[t]
	return list[len(list)-1].done
}
