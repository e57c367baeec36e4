package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Endless loops. A thread may return to a loop again and again in the same state, after
// iterations with effects that other threads may see. Such a loop may continue for ever, and
// no search of it ends. So once a thread has returned SuspectAt times, the search begins anew
// with a bound on such loops, Options.UnrollEndless, and the report lists them. A loop that
// counts is none: its state differs each time. A loop whose iterations undo their effects is
// one, if other threads see the iterations (undo.go). A loop that counts in memory is none for many
// iterations, unless it may wait for another thread.

// DefaultUnroll is the value of Options.UnrollEndless that commands use.
const DefaultUnroll = 3

// SuspectAt is the number of returns to a loop in the same state after which the loop counts
// as endless.
const SuspectAt = 32

// countingAt is the number of iterations after which a loop that counts in memory may count as endless, too.
const countingAt = 1024

// countsInMemory reports whether the last iteration of thread t in loop l went on in memory, and waited for no
// other thread: it left another value somewhere, and read what the thread itself wrote. A plain read may also be
// of another write, as long as no loop counts as endless.
func (x *explorer) countsInMemory(t *vm.Thread, l *loop) (counts bool) {
	list := x.g.Threads[t.ID].Events[l.done:x.cursor[t.ID]]
	for i, id := range list {
		e := &x.g.Events[id]
		switch {
		case e.Kind.Reads() && (x.pool.o.endless || e.Order != trace.Plain) && (e.RF < 0 || x.g.Events[e.RF].Thread != t.ID):
			return false
		case counts || !e.Kind.Writes():
		case !slices.ContainsFunc(list[i+1:], func(later int32) bool { return x.g.Events[later].Loc == e.Loc && x.g.Events[later].Kind.Writes() }):
			before := e.Same
			for before != axiom.None && x.g.Events[before].Index >= l.done {
				before = x.g.Events[before].Same
			}
			counts = before == axiom.None || x.g.Events[before].Value != e.Value
		}
	}
	return counts
}

// isEndless stops thread t, which has returned to loop l in the same state, if the loop counts
// as endless and its bound is reached. It reports whether it did. In a replay the bound holds after
// the end of the schedule.
func (x *explorer) isEndless(t *vm.Thread, l *loop) bool {
	o := &x.pool.o
	l.again++
	switch {
	case x.replay != nil:
		if _, ok := x.scheduled(t.ID, x.cursor[t.ID]); ok || l.again < DefaultUnroll {
			return false
		}
		t.State = vm.Bounded
		return true
	case o.UnrollEndless == 0 || x.unroll > 0 || x.dead:
		return false
	case !o.endless:
		if l.again < SuspectAt {
			return false
		}
		x.beginAnew(&x.pool.endless)
	case l.again < o.UnrollEndless:
		return false
	}
	t.State = vm.Waiting // so that Waiter returns the position of the loop
	at := x.vm.Waiter(t).Pos.String()
	if t.State = vm.Bounded; !x.dead {
		x.tally.endless[at] = true
	}
	return true
}
