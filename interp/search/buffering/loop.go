package buffering

import (
	"slices"

	"fencepost/interp/machine/vm"
)

// A loop is the state of a thread at its last arrival at the head of a loop.
type loop struct {
	vm.LoopHead
	count   int // iterations begun
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
	if known && l.effects == t.Effects && slices.Equal(l.state, x.state) && x.cursor[t.ID] == len(x.g.threads[t.ID]) {
		if t.State = vm.Waiting; l.unknown != unknown && !x.how.Decided {
			x.missing = "a thread may get further in a loop before it is known what a compare-exchange reads"
		}
		return true
	}
	l.effects, l.unknown = t.Effects, unknown
	l.state = append(l.state[:0], x.state...)
	return false
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
	t.Unknown().All(func(int) { n++ })
	return n
}
