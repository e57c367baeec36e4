package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Iterations that undo what they do: a fetch_add and a fetch_sub, a lock that is taken
// and released. If a thread comes back to a loop in the same state, and of what it wrote
// nobody saw more than that the content is as before, the execution without that
// iteration, in which others read the write before it in the place of its last one, ends
// in the same state: what they read has the same value, and stands at the same place in
// co. It is consistent, for the new edges of rf lie along paths that were there: the
// first write of each location is one of an RMW, which reads the write before. So the
// thread stops at the loop (the zero-net-effect loops of Kokologiannakis, Ren and
// Vafeiadis, FMCAD 2021, found here while the program runs).
//
// If somebody sees an iteration, no iteration may be skipped, in other executions either.
// For the read that saw it may have to be deleted when a later iteration revisits another
// read, which takes that the later one is there wherever the first read is. So once one is
// seen, the search begins anew, as one of a loop that may go on for ever (endless.go), and
// skips none. A search in which none is seen is that of a program whose threads stop at
// the end of such iterations, which depends on nothing but what came before there. A
// thread that then only waits has seen nothing: where it goes on, it has read another write.
//
// Where all writes of a location are sums, others may add to it between: what they read
// then differs without the iteration, but nobody uses it.

// An undoing says whether a thread undid what it did in an iteration.
type undoing uint8

const (
	lasting undoing = iota // it did not
	undone                 // it did, and nobody saw it
	noticed                // it did, but for what may be otherwise in another execution
)

// undoes tells of what thread t did since it last was at loop l.
func (x *explorer) undoes(t *vm.Thread, l *loop) undoing {
	g := x.g
	iteration := g.Threads[t.ID].Events[min(int(l.done), len(g.Threads[t.ID].Events)):]
	effects := 0
	for _, id := range iteration {
		switch e := &g.Events[id]; {
		case e.Kind == axiom.Write, e.Kind == axiom.ExclusiveWrite && e.Value != g.Events[e.Before].Value:
			effects++
		case e.Kind != axiom.Fence && !e.Kind.Accesses():
			return lasting
		}
	}
	if effects != t.Effects-l.effects {
		return lasting
	}
	all := undone
	for i, id := range iteration {
		e := &g.Events[id]
		if !e.Kind.Writes() || slices.ContainsFunc(iteration[:i], func(o int32) bool { return g.Events[o].Kind.Writes() && g.Events[o].Loc == e.Loc }) {
			continue
		}
		switch x.undoesAt(t.ID, l.done, iteration[i:]) {
		case lasting:
			return lasting
		case noticed:
			all = noticed
		}
	}
	return all
}

// undoesAt tells of what thread t wrote to the location of the first event of iteration,
// the first of these writes. The iteration begins with event from of the thread.
func (x *explorer) undoesAt(t, from int32, iteration []int32) undoing {
	g := x.g
	first := &g.Events[iteration[0]]
	if first.Kind != axiom.ExclusiveWrite || x.locations[first.Loc].size > 8 {
		return lasting
	}
	if x.loose(first.Loc) || x.partOf(first.Loc) != nil {
		x.needCoherence()
		return lasting
	}
	own := func(e *axiom.Event) bool { return e.Thread == t && e.Index >= from }
	latest := iteration[len(iteration)-1]
	base, last, sums := g.Events[first.Before].RF, iteration[0], true
	for _, id := range iteration {
		if e := &g.Events[id]; e.Kind.Writes() && e.Loc == first.Loc {
			last = id
			sums = sums && e.Kind == axiom.ExclusiveWrite && g.Events[e.Before].Adds
		}
	}
	if x.undefined(base, first.Loc) != 0 {
		return lasting
	}
	// Along co: writes of the iteration, between them sums that nobody looks at. To these
	// the iteration has added what it has not taken back yet.
	low, high, seen := first.CoPosition, g.Events[last].CoPosition, false
	content := x.valueOf(base, first.Loc)
	for id := iteration[0]; ; id = g.Events[id].CoAfter {
		e := &g.Events[id]
		switch {
		case own(e):
		case sums && e.Kind == axiom.ExclusiveWrite && g.Events[e.Before].Adds && g.Events[e.Before].Blind:
			content += e.Value - g.Events[e.Before].Value
		case g.Kept(id, latest):
			return lasting
		case !x.onlyWaits(e):
			seen = true
		}
		if id == last {
			if bits := 8 * uint(x.locations[first.Loc].size); (e.Value-content)<<(64-bits) != 0 {
				return lasting
			}
			break
		}
	}
	for a := g.Locs[first.Loc].Access; a != axiom.None; a = g.Events[a].Access {
		e := &g.Events[a]
		if !e.Kind.Reads() || e.RF < 0 || own(e) || e.Blocked || x.onlyWaits(e) {
			continue
		}
		at := g.Events[e.RF].CoPosition
		if at < low || at >= high || sums && e.Adds && e.Blind && e.Kind == axiom.ExclusiveRead {
			continue
		}
		if g.Kept(a, latest) {
			return lasting
		}
		seen = true
	}
	if seen {
		return noticed
	}
	return undone
}

// onlyWaits reports whether event e is of an iteration after which its thread waits, having
// changed nothing.
func (x *explorer) onlyWaits(e *axiom.Event) bool {
	return e.Idle != 0 || x.state(e.Thread) == vm.Waiting && !x.undone[e.Thread] && e.Index >= x.since(trace.ThreadID(e.Thread))
}

// noticesUndone reports whether somebody has seen an iteration after which a thread waits
// as it undid what it did.
func (x *explorer) noticesUndone() bool {
	for t, waits := range x.undone {
		if list := x.loops[t]; waits && x.undoes(x.thread(int32(t)), &list[len(list)-1]) == noticed {
			return true
		}
	}
	return false
}

// repeats reports whether thread t, which waits after an iteration that it undid,
// would do the same again and again if no other thread goes on: what it read is the latest
// but for what it wrote itself, and what others who wait write, which is what was there.
func (x *explorer) repeats(t int32) bool {
	g := x.g
	from := x.since(t)
	own := func(e *axiom.Event) bool { return e.Thread == t && e.Index >= from || x.onlyWaits(e) }
	for _, id := range g.Threads[t].Events[min(int(from), len(g.Threads[t].Events)):] {
		switch e := &g.Events[id]; {
		case e.Kind.Reads() && (e.RF == axiom.None || !x.staysLast(e.RF, e.Loc, own)), e.Kind.Writes() && !x.staysLast(id, e.Loc, own):
			return false
		}
	}
	return true
}
