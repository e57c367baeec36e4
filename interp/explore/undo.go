package explore

import (
	"slices"

	"fencepost/interp/vm"
	"fencepost/models/axiom"
)

// Iterations that undo what they do: a fetch_add and a fetch_sub, a lock that is taken
// and released. If a thread comes back to a loop in the same state, and of what it wrote
// nobody saw more than that the content is as before, the execution without that
// iteration, in which others read the write before it in the place of its last one, ends
// in the same state: what they read has the same value, and stands at the same place in
// co. It is consistent, for the new edges of rf lie along paths that were there: the
// first write of each location is one of an RMW, which reads the write before. So the
// thread waits at the loop until somebody sees what it wrote: then it goes on (the
// zero-net-effect loops of Kokologiannakis, Ren and Vafeiadis, FMCAD 2021, found here
// while the program runs).
//
// A gap: whether somebody saw an iteration is only known of the reads that are in the graph.
// If the one that saw it would have to be deleted for a revisit by a later iteration, that
// iteration is not there yet when the read is elsewhere. So an execution in which two others
// see two iterations, each what was there between, may be missed.
//
// Where all writes of a location are sums, others may add to it between: what they read
// then differs without the iteration, but nobody uses it.

// cancelsOut reports whether what thread t did since it last was at loop l is undone, and
// nobody saw it.
func (x *explorer) cancelsOut(t *vm.Thread, l *loop) bool {
	g := x.g
	iteration := g.Threads[t.ID].Events[min(int(l.done), len(g.Threads[t.ID].Events)):]
	effects := 0
	for _, id := range iteration {
		switch e := &g.Events[id]; {
		case e.Kind == axiom.Write, e.Kind == axiom.ExclusiveWrite && e.Value != g.Events[e.Before].Value:
			effects++
		case e.Kind != axiom.Fence && !e.Kind.Accesses():
			return false
		}
	}
	if effects != t.Effects-l.effects {
		return false
	}
	for i, id := range iteration {
		e := &g.Events[id]
		if e.Kind.Writes() && !slices.ContainsFunc(iteration[:i], func(o int32) bool { return g.Events[o].Kind.Writes() && g.Events[o].Loc == e.Loc }) &&
			!x.unseen(t.ID, l.done, iteration[i:]) {
			return false
		}
	}
	return true
}

// unseen reports whether the writes of thread t to the location of the first event of
// iteration, the first of these, end with the content before them, and nobody saw another.
// The iteration begins with event from of the thread.
func (x *explorer) unseen(t, from int32, iteration []int32) bool {
	g := x.g
	first := &g.Events[iteration[0]]
	if first.Kind != axiom.ExclusiveWrite || x.locations[first.Loc].size > 8 {
		return false
	}
	own := func(e *axiom.Event) bool { return e.Thread == t && e.Index >= from }
	base, last, sums := g.Events[first.Before].RF, iteration[0], true
	for _, id := range iteration {
		if e := &g.Events[id]; e.Kind.Writes() && e.Loc == first.Loc {
			last = id
			sums = sums && e.Kind == axiom.ExclusiveWrite && g.Events[e.Before].Adds
		}
	}
	if x.undefined(base, first.Loc) != 0 {
		return false
	}
	// Along co: writes of the iteration, between them sums that nobody looks at. To these
	// the iteration has added what it has not taken back yet.
	low, high := first.CoPosition, g.Events[last].CoPosition
	content := x.valueOf(base, first.Loc)
	for id := iteration[0]; ; id = g.Events[id].CoAfter {
		e := &g.Events[id]
		if !own(e) {
			if !sums || e.Kind != axiom.ExclusiveWrite || !g.Events[e.Before].Adds || !g.Events[e.Before].Blind {
				return false
			}
			content += e.Value - g.Events[e.Before].Value
		}
		if id == last {
			if bits := 8 * uint(x.locations[first.Loc].size); (e.Value-content)<<(64-bits) != 0 {
				return false
			}
			break
		}
	}
	for a := g.Locs[first.Loc].Access; a != axiom.None; a = g.Events[a].Access {
		e := &g.Events[a]
		if !e.Kind.Reads() || e.RF < 0 || own(e) || e.Blocked {
			continue
		}
		if at := g.Events[e.RF].CoPosition; at >= low && at < high && !(sums && e.Adds && e.Blind && e.Kind == axiom.ExclusiveRead) {
			return false
		}
	}
	return true
}

// goOn lets thread t, which waits after an iteration that cancelled out, go on if
// somebody has seen it since.
func (x *explorer) goOn(t int32) bool {
	th, list := x.thread(t), x.loops[t]
	l := &list[len(list)-1]
	if x.state(t) != vm.Waiting || x.cancelsOut(th, l) {
		return false
	}
	x.undone[t] = false
	l.effects, l.done = th.Effects, x.cursor[t]
	x.vm.Resume(th)
	x.wake()
	x.doomed(t)
	return true
}

// repeats reports whether thread t, which waits after an iteration that cancelled out,
// would do the same again and again if no other thread goes on: what it read is the latest
// but for what it wrote itself.
func (x *explorer) repeats(t int32) bool {
	g := x.g
	from := x.since(t)
	own := func(id int32) bool { return id == axiom.None || g.Events[id].Thread == t && g.Events[id].Index >= from }
	for _, id := range g.Threads[t].Events[min(int(from), len(g.Threads[t].Events)):] {
		switch e := &g.Events[id]; {
		case e.Kind.Reads() && (e.RF == axiom.None || !own(g.After(e.RF, e.Loc))), e.Kind.Writes() && !own(e.CoAfter):
			return false
		}
	}
	return true
}
