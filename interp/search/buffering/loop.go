package buffering

import (
	"slices"

	"fencepost/interp/machine/vm"
)

// A loop is the state of a thread at its last arrival at the head of a loop that it is in.
type loop struct {
	vm.LoopHead
	count   int // iterations begun
	effects int // vm.Thread.Effects then
	unknown int // reads of the thread that were put off then
	state   []int64
}

// Loop stops a thread that comes to the same head twice in the same state, with no effect on
// others between: it waits. What it would read the next time it could have read the first
// time: without the iteration, the execution is as consistent as before, and ends in the
// same state. A bound on iterations stops it as well. A thread of which the graph has more
// goes on.
//
// An iteration with a compare-exchange that was put off may have an effect: then the thread
// waits until that is known. Under a model in which nothing that the thread writes later is
// seen before a compare-exchange that succeeds, that loses nothing.
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

// unrolled stops t if it begins more iterations of the innermost loop than it may.
func (x *explorer) unrolled(t *vm.Thread) bool {
	list := x.loops[t.ID]
	if x.o.Machine.Unroll == 0 || list[len(list)-1].count <= x.o.Machine.Unroll {
		return false
	}
	t.State = vm.Bounded
	return true
}

// unknown returns how many reads of t were put off.
func (x *explorer) unknown(t *vm.Thread) (n int) {
	t.Unknown().All(func(int) { n++ })
	return n
}
