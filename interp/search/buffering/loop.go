package buffering

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
)

// A loop is the state of a thread at its last arrival at the head of a loop.
type loop struct {
	vm.LoopHead
	count   int // iterations begun
	again   int // how often the thread has come back in the same state, after effects on others
	effects int // vm.Thread.Effects at that arrival
	unknown int // number of postponed reads at that arrival
	state   []int64
}

// Loop stops a thread that comes to a loop head twice in the same state, without an effect on other
// threads between: it waits. The values that the next iteration reads could have been read by this
// one. So the execution without this iteration is also consistent, and ends in the same state. A
// bound on iterations stops the thread as well. A thread continues as long as the graph has further
// events of it.
//
// An iteration with a postponed compare-exchange may have an effect. Then the thread waits until the
// compare-exchange has a source. That loses no execution under a model in which no later write of the
// thread is seen before a compare-exchange that succeeds.
func (x *explorer) Loop(t *vm.Thread, at vm.LoopPlace) (stops bool) {
	list := x.loops[t.ID]
	for n := len(list); n > 0 && list[n-1].Depth > t.Low; n = len(list) {
		list = list[:n-1]
	}
	t.Low = t.Depth()
	x.loops[t.ID] = list
	if at == vm.Body {
		return x.unrolled(t)
	}
	if !x.vm.Tick(t) {
		return true
	}
	pc, _ := t.Place()
	for n := len(list); n > 0 && list[n-1].LeftFor(pc, t.Depth()); n = len(list) {
		list = list[:n-1]
	}
	n := len(list)
	known := n > 0 && list[n-1].At(pc, t.Depth())
	if !known {
		list = append(list, loop{LoopHead: x.vm.LoopHead(t)})
		n++
	}
	x.loops[t.ID] = list
	l := &list[n-1]
	l.count++
	if at != vm.Condition && x.unrolled(t) {
		return true
	}
	x.state = x.vm.LoopState(x.state[:0], t)
	if !x.vm.Spend(len(x.state) / 8) {
		return true
	}
	unknown := x.unknown(t)
	switch {
	case !known || !slices.Equal(l.state, x.state):
		l.again = 0
	case l.effects != t.Effects:
		if x.isEndless(t, l) {
			return true
		}
	case x.cursor[t.ID] == len(x.g.threads[t.ID]):
		if t.State = vm.Waiting; l.unknown != unknown && !x.how.Decided {
			x.missing = "a thread may get further in a loop before it is known what a compare-exchange reads"
		}
		return true
	}
	l.effects, l.unknown = t.Effects, unknown
	l.state = append(l.state[:0], x.state...)
	return false
}

// isEndless stops thread t, which has returned to loop l in the same state, if the loop may continue
// for ever and has reached Options.UnrollEndless. It reports whether it did. The search begins anew
// when it meets the first such loop.
func (x *explorer) isEndless(t *vm.Thread, l *loop) bool {
	l.again++
	switch {
	case x.o.UnrollEndless == 0 || x.o.Machine.Unroll > 0:
		return false
	case !x.endless:
		if l.again < explore.SuspectAt {
			return false
		}
		x.endless, x.grown, x.dead = true, true, true
	case l.again < x.o.UnrollEndless:
		return false
	}
	t.State = vm.Waiting // so that Waiter returns the position of the loop
	at := x.vm.Waiter(t).Pos.String()
	if t.State = vm.Bounded; !x.dead && !x.probe && !slices.Contains(x.report.Endless, at) {
		x.report.Endless = append(x.report.Endless, at)
		slices.Sort(x.report.Endless)
	}
	return true
}

// unrolled stops t, and reports it, if t has begun more iterations of the innermost loop than the
// bound allows.
func (x *explorer) unrolled(t *vm.Thread) bool {
	list := x.loops[t.ID]
	if x.o.Machine.Unroll == 0 || list[len(list)-1].count <= x.o.Machine.Unroll {
		return false
	}
	t.State = vm.Bounded
	return true
}

// unknown returns the number of postponed reads of t.
func (x *explorer) unknown(t *vm.Thread) (n int) {
	for range t.Unknown().All() {
		n++
	}
	return n
}
