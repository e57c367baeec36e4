package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Order that a waiting thread learns. An iteration in which a thread only waits changes no state
// and no value, so the search leaves it out. But it may read a write that synchronises, and then
// what the thread does later comes after what was done before that write. Options.Check may ask
// for that order: whether an operation had ended before another began. So with Options.Ends an
// iteration is left out only if no such write precedes what it reads that does not precede the
// iteration anyway. That depends on the prefix of what the iteration reads alone. Each iteration
// that stays has one more such write in its past, so there are finitely many.

// endsMore reports whether reads of thread t, from its event of an index on, bring a write of
// Options.Ends into its past: a write that precedes last, its latest event, or w, or is w, and
// that does not precede what came before these reads. last and w may be None or Init.
func (x *explorer) endsMore(t, from, last, w int32) bool {
	g := x.g
	base := g.Threads[t].Parent
	if from > 0 {
		base = g.Threads[t].Events[from-1]
	}
	before := func(m, id int32) bool { return id >= 0 && (m == id || g.Ordered(m, id)) }
	for u := range g.Threads {
		if int32(u) == t {
			continue
		}
		for _, m := range g.Threads[u].Events {
			if e := &g.Events[m]; e.Kind == axiom.Write && e.Site >= 0 && x.opEnds[e.Site] && !before(m, base) && (before(m, last) || before(m, w)) {
				return true
			}
		}
	}
	return false
}

// learnsEnds is endsMore for the iteration of loop l that thread t has just ended.
func (x *explorer) learnsEnds(t *vm.Thread, l *loop) bool {
	done := x.cursor[t.ID]
	return done > l.done && x.endsMore(t.ID, l.done, x.g.Threads[t.ID].Events[done-1], axiom.None)
}
