package explore

import "fencepost/interp/machine/vm"

// Endless loops. A thread that comes back to a loop again and again in the same state,
// having done what others may notice, may go on for ever. No search of that ends, so once
// a loop has been met that comes back that often, the search begins anew with a bound on
// such loops, Options.UnrollEndless, and the report tells them. A loop that counts is none
// of them. One whose iterations undo what they do is, if others see them (undo.go).

// DefaultUnroll is the Options.UnrollEndless of commands.
const DefaultUnroll = 3

// suspectAt is how often a loop comes back in the same state before it is taken to be one
// that may go on for ever.
const suspectAt = 32

// isEndless reports whether thread t, which has come to loop l in the same state as
// before, stops there.
func (x *explorer) isEndless(t *vm.Thread, l *loop) bool {
	o := &x.pool.o
	l.again++
	switch {
	case o.UnrollEndless == 0 || x.unroll > 0 || x.dead || x.replay != nil:
		return false
	case !o.endless:
		if l.again < suspectAt {
			return false
		}
		x.dead = true
		x.pool.meetEndless()
	case l.again < o.UnrollEndless:
		return false
	}
	t.State = vm.Waiting // where it is
	at := x.vm.Waiter(t).Pos.String()
	if t.State = vm.Bounded; !x.dead {
		x.tally.endless[at] = true
	}
	return true
}
