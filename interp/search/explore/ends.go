package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Iterations that add order. An iteration in which a thread only waits changes no state and no
// value, so the search leaves it out. It may read a write that synchronises, however. Then later
// events of the thread come after the events before that write. Options.Check may depend on that
// order: whether one operation ended before another began. So with Options.Ends the search leaves
// an iteration out only if its reads add no write of Options.Ends to the prefix of the thread.
// That depends on the prefixes of the iteration's reads alone. Every other iteration adds such a
// write, so there are finitely many.

// endsMore reports whether the events of thread t from index from on add a write of Options.Ends to
// the thread's prefix. Such a write belongs to another thread, precedes or is last or w, and neither
// precedes nor is the event before from. last is the latest event of t, and w a write that t may
// read next; each may be None or Init.
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

// learnsEnds reports endsMore for the iteration of loop l that thread t has just completed.
func (x *explorer) learnsEnds(t *vm.Thread, l *loop) bool {
	done := x.cursor[t.ID]
	return done > l.done && x.endsMore(t.ID, l.done, x.g.Threads[t.ID].Events[done-1], axiom.None)
}
