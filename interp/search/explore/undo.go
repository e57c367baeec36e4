package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Iterations that undo their effects: a fetch_add and a fetch_sub, or a lock that the thread
// takes and releases. Such an iteration ends at the loop in the same state, with the same content
// of memory. If no other thread observed its intermediate values, an execution without it ends
// in the same state. In that execution other threads read the write before the iteration instead
// of its last write: the value is the same, and so is the place in co. The execution is
// consistent, as the new rf edges lie along paths that existed: the first write of each location
// belongs to an RMW, which reads the write before. So the thread stops at the loop. (These are
// the zero-net-effect loops of Kokologiannakis, Ren and Vafeiadis, FMCAD 2021, detected while
// the program runs.)
//
// If another thread observes an iteration, the search may skip no iteration of any execution. A
// later iteration may revisit another read, and delete the observing read with it. That requires
// the later iteration to exist in every graph that has the observing read. So after the first
// observation the search begins anew and treats the loop as endless (endless.go). A search
// without an observation explores a program whose threads stop at the end of such iterations,
// and whether they stop depends on the prefix alone. A thread that only waits after its read has
// observed nothing: if it continues, it has read another write.
//
// If all writes of a location are sums, other threads may add to it in between. Their reads differ
// without the iteration, but their threads use no value of them.

// An undoing is the net effect of an iteration on other threads.
type undoing uint8

const (
	lasting undoing = iota // the iteration does not undo its effects
	undone                 // it undoes its effects, and no other thread observed it
	noticed                // it undoes its effects, and another thread observed it; another execution may lack the observation
)

// undoes returns the net effect of the iteration that thread t has completed since it last
// arrived at loop l.
func (x *explorer) undoes(t *vm.Thread, l *loop) undoing {
	g := x.g
	iteration := g.Threads[t.ID].Events[min(int(l.done), len(g.Threads[t.ID].Events)):]
	effects := 0
	for _, id := range iteration {
		switch e := &g.Events[id]; {
		case e.Auxiliary:
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

// undoesAt returns the net effect on one location: that of the first event of iteration, which is
// the first write of the iteration to it. The whole iteration begins with the from-th event of
// thread t.
func (x *explorer) undoesAt(t, from int32, iteration []int32) undoing {
	g := x.g
	first := &g.Events[iteration[0]]
	if first.Kind != axiom.ExclusiveWrite || x.locations[first.Loc].size > 8 {
		return lasting
	}
	inParts := func(id int32) bool { return x.partOf(g.Events[id].Loc) != nil }
	if x.loose(first.Loc) || slices.ContainsFunc(iteration, inParts) {
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
	// Follow co from the first to the last write of the iteration. content is the value without
	// the iteration; sums of other threads add to it.
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

// onlyWaits reports whether event e belongs to an iteration without effects, after which its
// thread waits.
func (x *explorer) onlyWaits(e *axiom.Event) bool {
	return e.Idle != 0 || x.state(e.Thread) == vm.Waiting && !x.undone[e.Thread] && e.Index >= x.since(trace.ThreadID(e.Thread))
}

// noticesUndone reports whether another thread has observed an iteration that undoes its effects,
// and after which its thread waits.
func (x *explorer) noticesUndone() bool {
	for t, waits := range x.undone {
		if list := x.loops[t]; waits && x.undoes(x.thread(int32(t)), &list[len(list)-1]) == noticed {
			return true
		}
	}
	return false
}

// repeats reports whether thread t, which waits after an iteration that undoes its effects, would
// repeat the iteration for ever if no other thread continues. That holds if only writes of the
// iteration itself, and of iterations without effects, follow in co the writes that it read and
// its own.
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
