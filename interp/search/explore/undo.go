package explore

import (
	"math"
	"slices"

	"fencepost/interp/code"
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
// The first write may be a store, too: a thread that polls holds a lock, releases it and takes it again.
// The store replaces the latest write of its own thread. A write of another thread between the two
// observes the iteration. Without the iteration, other threads read the replaced write. A thread that waits
// for such a lock does not wait for ever (releases). Another thread's RMW may read what an RMW of the
// iteration reads. Its write has no place in co. It only revisits, and observes nothing.
//
// If the iteration only adds to a location, other threads may change it in between by
// read-modify-writes whose results are unused, as one that clears the bit of a writer among the
// readers that a lock counts. Their reads differ without the iteration, but their threads use no
// value of them. The last write of the iteration must have the value that they lead to without it.
//
// Another thread may use what it reads in between, and yet continue alike with what it would read
// without the iteration. It has observed nothing. A reader of the lock, for one, looks at the bit of
// the writer alone. To find that out, the search lets threads that add or only read run ahead
// (tolerates). That takes time. So only a search that begins anew after an observation does it.

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
		case e.Kind == axiom.Write, e.Inserts && e.Kind.Writes(), e.Kind == axiom.ExclusiveWrite && e.Narrowed().Of(e.Value) != g.Events[e.Before].Value:
			effects++
		case e.Kind != axiom.Fence && e.Kind != axiom.Choice && !e.Kind.Accesses():
			return lasting
		}
	}
	if effects != t.Effects-l.effects-(t.Delays-l.delays) {
		return lasting
	}
	all := undone
	for i, id := range iteration {
		e := &g.Events[id]
		if !e.Kind.Writes() || x.storesToDead(t, e) || slices.ContainsFunc(iteration[:i], func(o int32) bool { return g.Events[o].Kind.Writes() && g.Events[o].Loc == e.Loc }) {
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
	base := x.replaced(first)
	if slices.ContainsFunc(iteration, func(id int32) bool { return g.Events[id].Narrow }) {
		return lasting
	}
	if base == axiom.None || x.locations[first.Loc].size > 8 {
		return lasting
	}
	inParts := func(id int32) bool { return x.partOf(g.Events[id].Loc) != nil }
	if x.loose(first.Loc) && !x.onlyOf(t, first.Loc) || slices.ContainsFunc(iteration, inParts) {
		x.needCoherence()
		return lasting
	}
	own := func(e *axiom.Event) bool { return e.Thread == t && e.Index >= from }
	latest := iteration[len(iteration)-1]
	last, sums := iteration[0], true
	for _, id := range iteration {
		if e := &g.Events[id]; e.Kind.Writes() && e.Loc == first.Loc {
			last = id
			sums = sums && e.Kind == axiom.ExclusiveWrite && g.Events[e.Before].Adds
		}
	}
	if x.undefined(base, first.Loc) != 0 || x.undefined(last, first.Loc) != 0 {
		return lasting
	}
	// Follow co from the first to the last write of the iteration. content is the value without
	// the iteration; other threads change it.
	size, ahead := x.locations[first.Loc].size, x.runsAhead()
	id := g.After(base, first.Loc)
	low, high, seen := g.Events[id].CoPosition, g.Events[last].CoPosition, false
	x.contents = x.contents[:0]
	content := x.valueOf(base, first.Loc)
	for ; ; id = g.Events[id].CoAfter {
		e := &g.Events[id]
		switch {
		case own(e):
		case sums && e.Kind == axiom.ExclusiveWrite && g.Events[e.Before].Blind != 0:
			r := &g.Events[e.Before]
			content = combined(code.RMWOp(r.Blind), size, content, r.Expect)
		case sums && e.Kind == axiom.ExclusiveWrite && g.Events[e.Before].Adds && (!ahead || x.alike(&g.Events[e.Before], content)):
			seen = seen || !ahead
			content += e.Value - g.Events[e.Before].Value
		case g.Kept(id, latest):
			return lasting
		case !x.onlyWaits(e):
			seen = seen || x.reached(e)
		}
		if id == last {
			more := code.Extend(int64(e.Value-content), size, true)
			if more != 0 && (x.days == 0 || !vm.ShiftedBy(more, x.days) || !x.onlyOf(t, first.Loc)) {
				return lasting
			}
			break
		}
		x.contents = append(x.contents, content)
	}
	revisits := int32(axiom.None) // the read of an RMW whose write only revisits reads
	if w := x.unplaced(); w != axiom.None && g.Events[w].Kind == axiom.ExclusiveWrite {
		revisits = g.Events[w].Before
	}
	for a := g.Locs[first.Loc].Access; a != axiom.None; a = g.Events[a].Access {
		e := &g.Events[a]
		if !e.Kind.Reads() || e.RF < 0 || own(e) || e.Blocked || a == revisits || x.onlyWaits(e) {
			continue
		}
		at := g.Events[e.RF].CoPosition
		if at < low || at >= high || sums && e.Kind == axiom.ExclusiveRead && (e.Adds || e.Blind != 0) {
			continue // of a sum: its write was looked at
		}
		if sums && e.Kind == axiom.Read && (!ahead || x.alike(e, x.contents[at-low])) {
			seen = seen || !ahead
			continue
		}
		if g.Kept(a, latest) {
			return lasting
		}
		seen = seen || x.reached(e)
	}
	if seen {
		return noticed
	}
	return undone
}

// replaced returns the write whose value the first write of an iteration to a location replaces, or None. That
// is the write from which a read-modify-write reads. A store replaces the latest write of its own thread, if
// no other thread writes in between.
func (x *explorer) replaced(first *axiom.Event) int32 {
	if first.Kind == axiom.ExclusiveWrite {
		return x.g.Events[first.Before].RF
	}
	n := first.Same
	for n != axiom.None && !x.g.Events[n].Kind.Writes() {
		n = x.g.Events[n].Same
	}
	return n
}

// runsAhead reports whether threads that read run ahead, to know which other values they may read.
func (x *explorer) runsAhead() bool { return x.pool.o.observed || x.replay != nil }

// tolerates notes for read e, which thread t performs, which other values it may read and continue
// alike: how many times more or less what the nearest sum before adds.
func (x *explorer) tolerates(t *vm.Thread, e *axiom.Event) {
	if e.Counts {
		return
	}
	e.Less, e.More = 0, 0
	if by := x.summand(e); by != 0 && x.vm.RunsAhead(t) {
		less, more := x.vm.Tolerates(t, e.Value, by, uint64(min(len(x.undone), math.MaxUint8)))
		e.Less, e.More = uint8(less), uint8(more)
	}
}

// summand returns what the nearest sum adds in the chain of read-modify-writes from which e reads; 0 if
// there is none.
func (x *explorer) summand(e *axiom.Event) uint64 {
	for w := e.RF; w >= 0 && x.g.Events[w].Kind == axiom.ExclusiveWrite; {
		r := &x.g.Events[x.g.Events[w].Before]
		if r.Adds {
			return x.g.Events[w].Value - r.Value
		}
		w = r.RF
	}
	return 0
}

// alike reports whether the thread of read e continues alike if it reads v.
func (x *explorer) alike(e *axiom.Event, v uint64) bool {
	size := x.locations[e.Loc].size
	more, by := code.Extend(int64(v-e.Value), size, true), code.Extend(int64(x.summand(e)), size, true)
	switch {
	case more == 0:
		return e.Part.Size == 0
	case by == 0 || more%by != 0:
		return false
	}
	n := more / by
	return -int64(e.Less) <= n && n <= int64(e.More)
}

// noteObserved has the search begin anew, as a thread has observed an iteration that another undid: first
// with threads that run ahead, then with the loop as endless.
func (x *explorer) noteObserved() {
	reason := &x.pool.observed
	if x.pool.o.observed {
		reason = &x.pool.endless
	}
	x.beginAnew(reason)
}

// reached reports whether the run has come to event e of the graph. Whether the thread of a later event only
// waits is not known yet: the end of the run decides (noticesUndone).
func (x *explorer) reached(e *axiom.Event) bool { return e.Index < x.cursor[e.Thread] }

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

// A lasts says whether a thread repeats an iteration for ever.
type lasts uint8

const (
	ends    lasts = iota // it does not
	stays                // it does
	perhaps              // that is not known
)

// undoForEver reports whether the threads that repeat iterations do so for ever, and release no other thread.
// If that is not known, the search begins anew.
func (x *explorer) undoForEver() bool {
	all := stays
	for t := range int32(len(x.g.Threads)) {
		if !x.repeating(t) {
			continue
		}
		if x.releases(t) {
			return false
		}
		switch x.repeats(t) {
		case ends:
			return false
		case perhaps:
			all = perhaps
		}
	}
	if all == perhaps && x.replay == nil {
		x.noteObserved()
	}
	return all == stays
}

// repeats reports whether thread t repeats its last iteration for ever. The iteration undoes its effects. No
// thread continues except the repeating ones. In co, three kinds of writes may follow a write that the
// iteration read, or one of its own: writes of the iteration, of iterations without effects, and of repeating
// threads. The last write of the repeating threads must have the same value. Otherwise t must wait until one
// of them writes that value again: such a thread holds a mutex where it stops.
func (x *explorer) repeats(t int32) lasts {
	g := x.g
	from := x.since(t)
	own := func(e *axiom.Event) bool { return e.Thread == t && e.Index >= from || x.onlyWaits(e) }
	all := stays
	for _, id := range x.iteration(t) {
		e := &g.Events[id]
		w := id
		switch {
		case e.Drawn || e.Failed || e.Kind.Reads() && e.RF == axiom.None:
			return ends
		case e.Kind.Reads():
			w = e.RF
		case !e.Kind.Writes():
			continue
		}
		if x.loose(e.Loc) {
			x.staysLast(w, e.Loc, own)
			continue
		}
		last, again := w, e.Kind.Reads() && w >= 0 && own(&g.Events[w])
		for n := g.After(w, e.Loc); n != axiom.None; n = g.Events[n].CoAfter {
			if f := &g.Events[n]; own(f) {
				again = again || f.Thread == t && e.Kind.Writes()
			} else if !x.repeating(f.Thread) {
				return ends
			} else {
				last = n
			}
		}
		if again {
			continue // a later write of the iteration decides
		}
		if v := x.reads(e, w); v != x.reads(e, last) && !x.comesAgain(t, e, v) {
			all = perhaps
		}
	}
	return all
}

// comesAgain reports whether e, an access of thread t, is of a mutex, and another repeating thread writes v to
// it. Then t waits until that.
func (x *explorer) comesAgain(t int32, e *axiom.Event, v uint64) bool {
	for other := range int32(len(x.g.Threads)) {
		if other == t || !x.repeating(other) || !x.ofLockWord(e.Site) {
			continue
		}
		for _, id := range x.iteration(other) {
			if w := &x.g.Events[id]; w.Kind.Writes() && w.Loc == e.Loc && x.valueOf(id, e.Loc) == v {
				return true
			}
		}
	}
	return false
}

// releases reports whether thread t, which repeats its iteration, lets a waiting thread continue. In the
// middle of the iteration locations have other values. For example, a lock is free for a while that t holds
// where it stops. If that is not known, the search begins anew.
func (x *explorer) releases(t int32) bool {
	g := x.g
	iteration := x.iteration(t)
	for other := range int32(len(g.Threads)) {
		if other == t || x.repeating(other) {
			continue
		}
		for _, id := range x.pending(other) {
			e := &g.Events[id]
			if !e.Kind.Reads() || e.RF == axiom.None {
				continue
			}
			for _, w := range iteration {
				if g.Events[w].Kind.Writes() && g.Events[w].Loc == e.Loc && x.reads(e, w) != x.reads(e, e.RF) && !x.waitsWith(id, w) {
					return true
				}
			}
		}
	}
	return false
}

// waitsWith reports whether the thread of read id would still wait if it read from write w. If that is not
// known, the search begins anew. If the thread came round to a loop of several reads, another of these reads
// might let it continue.
func (x *explorer) waitsWith(id, w int32) bool {
	e := &x.g.Events[id]
	if e.Mutex && e.Blocked {
		return !x.allowsWith(id, w)
	}
	if x.goesOn(e, w) {
		return false
	}
	marks := x.marks[e.Thread]
	if len(marks) > 0 && marks[len(marks)-1].index == e.Index && x.idle(id, w) == waits {
		list := x.g.Threads[e.Thread].Events[x.backTo:e.Index]
		if len(list) == 0 {
			return true
		}
		if slices.ContainsFunc(list, func(d int32) bool { return x.g.Events[d].Loc == e.Loc && x.goesOn(&x.g.Events[d], w) }) {
			return false
		}
	}
	if x.replay == nil {
		x.noteObserved()
	}
	return false
}

// goesOn reports whether the thread of read e certainly continues if e reads from w: e is a compare-exchange
// that then succeeds, or an exchange at which its thread then does not wait.
func (x *explorer) goesOn(e *axiom.Event, w int32) bool {
	return e.CAS && x.reads(e, w) == e.Expect || e.Awaits && !x.waitsOn(e, w)
}
