package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace/lists"
)

// revisits makes branches of the reads that write id may revisit. A revisit deletes the events
// after the read, and is allowed only if these and the read were added maximally. So it visits
// the events from the latest back, and ends at the first that was not. served is a lock that
// the write serves in place, or None; it is no branch.
func (x *explorer) revisits(id, served int32) {
	g := x.g
	l := g.Events[id].Loc
	if !x.revisitable(id) {
		return
	}
	x.deletes(id)
	left := len(x.readers)
	for n := x.nextDeleted(); left > 0; n = x.nextDeleted() {
		e := &g.Events[n]
		if !x.maximal(n, id) {
			return
		}
		if !reads(e) || e.Loc != l {
			continue
		}
		if !e.Confirms && n != served && !x.tooLate(id, n) && !(e.Idle != 0 && x.idleIf(n, id)) {
			x.push(item{kind: revisit, event: id, other: n})
		}
		left -= x.passReader(id, n)
	}
}

// reads reports whether event e is a read, or a stop in place of a read.
func reads(e *axiom.Event) bool { return e.Kind.Reads() || e.Kind == axiom.Stop && e.Was.Reads() }

// revisitable lists in x.readers, for each other thread, the latest read that write id may
// revisit and the read at which the thread stops. It reports whether there are any.
func (x *explorer) revisitable(id int32) bool {
	g := x.g
	e := &g.Events[id]
	x.readers = x.readers[:0]
	for t := range int32(len(g.Threads)) {
		if t == e.Thread {
			continue
		}
		if a := x.stopped(t); a != axiom.None && reads(&g.Events[a]) && g.Events[a].Loc == e.Loc && !g.Kept(a, id) {
			x.readers = append(x.readers, a)
		}
		if a := g.LatestRead(e.Loc, t); a != axiom.None && !g.Kept(a, id) {
			x.readers = append(x.readers, a)
		}
	}
	return len(x.readers) > 0
}

// passReader replaces read n in x.readers by the previous read of its thread that write id may
// revisit. It returns 1 if there is none, otherwise 0.
func (x *explorer) passReader(id, n int32) int {
	e := &x.g.Events[n]
	k := slices.Index(x.readers, n)
	x.readers[k] = axiom.None
	if r := e.Reader; e.Kind != axiom.Stop && r != axiom.None && !x.g.Kept(r, id) {
		x.readers[k] = r
		return 0
	}
	return 1
}

// maximalFrom reports whether event r, and all later events, were added maximally or are in the
// prefix of w.
func (x *explorer) maximalFrom(r, w int32) bool {
	x.deletes(w)
	for n := x.nextDeleted(); n >= r; n = x.nextDeleted() {
		if !x.maximal(n, w) {
			return false
		}
	}
	return true
}

// deletes begins a walk over the events that a revisit by w deletes, from the latest back: see
// nextDeleted. The walk caches the last write in co of each location that is not deleted: see
// lastUndeleted.
func (x *explorer) deletes(w int32) {
	x.walk++
	x.left = x.left[:0]
	for t := range int32(len(x.g.Threads)) {
		x.left = append(x.left, tail{x.g.Threads[t].Events, x.g.KeptOf(w, t)})
	}
	x.undeleted = lists.Extended(x.undeleted, len(x.g.Locs))
}

// A tail has the events of a thread that a walk has not passed yet.
type tail struct {
	events []int32
	kept   int32 // how many of the thread's events the revisit keeps
}

// nextDeleted returns the next event of a walk of deletes, or None.
func (x *explorer) nextDeleted() int32 {
	latest := int32(axiom.None)
	var of *tail
	for t := range x.left {
		s := &x.left[t]
		if n := int32(len(s.events)); n > s.kept && s.events[n-1] > latest {
			latest, of = s.events[n-1], s
		}
	}
	if of != nil {
		of.events = of.events[:len(of.events)-1]
	}
	return latest
}

// A lastWrite is the cached result of lastUndeleted for one location.
type lastWrite struct {
	walk  int // number of the walk for which it is valid
	write int32
}

// lastUndeleted returns the last write in co of location l among the events up to id and the
// prefix of w without w itself; or Init. In one walk id only decreases, so the write only moves
// back in co.
func (x *explorer) lastUndeleted(l, id, w int32) int32 {
	g := x.g
	s := &x.undeleted[l]
	if s.walk != x.walk {
		s.walk, s.write = x.walk, g.Locs[l].Last
	}
	for s.write >= 0 && !x.survives(s.write, id, w) {
		s.write = g.Events[s.write].CoBefore
	}
	return s.write
}

// survives reports whether event n is not deleted if w revisits event id: it is not after id, or is
// in the prefix of w and not w itself.
func (x *explorer) survives(n, id, w int32) bool { return n <= id || n != w && x.g.Kept(n, w) }

// maximal reports whether event id, which is not in the prefix of w, was added maximally with
// respect to the earlier events and the prefix of w. A write has to be the last of their writes
// in co, and a read has to read from that write; none of these events may read from the write.
// It is called within a walk of deletes, for the latest event first. A read after which its
// thread waits represents the reads of later writes: see anchor.
func (x *explorer) maximal(id, w int32) bool {
	g := x.g
	e := &g.Events[id]
	var last int32
	switch {
	case e.Kind == axiom.Choice && e.Auxiliary:
		return x.maximalDrop(id, w)
	case e.Kind == axiom.Choice:
		return e.Value == 0
	case e.Kind == axiom.Reuse:
		return false
	case e.Kind == axiom.Free:
		return e.Peer == axiom.None || e.Peer > id
	case e.Kind == axiom.Stop && e.Was.Reads():
		return x.latestFitting(id, w)
	case e.Kind.Writes():
		if e.Early == 0 && x.arrival(id) {
			return true
		}
		early := e.Early
		if r := x.servedBy(id); r != axiom.None && (e.Kind == axiom.Write || g.Events[r].Served || g.Events[r].Handed) {
			early--
		}
		if early > 0 {
			return false
		}
		if x.loose(e.Loc) {
			return true
		}
		if e.CoAfter != axiom.None {
			if r := x.servedBy(e.CoAfter); r != axiom.None && x.g.Events[r].Mutex && x.survives(r, id, w) {
				return false
			}
		}
		if e.Kind == axiom.ExclusiveWrite {
			return true // its reading half decides
		}
		last = id
	case e.Kind.Reads() && e.Barrier:
		return x.barriers && vm.Wait(e.Expect).AtBarrier() || x.endsWait(id, w)
	case e.Served && !x.survives(e.RF, id, w):
		if x.loose(e.Loc) {
			return x.anchored(id, e.Waited, w)
		}
		return e.Waited == x.anchor(id, x.lastUndeleted(e.Loc, id, w))
	case e.Kind.Reads() && x.determined(id) != axiom.None:
		return true // it has no other write to read
	case e.Kind.Reads() && x.loose(e.Loc):
		return x.latestPossible(id, w)
	case e.Kind.Reads() && e.Idle != 0:
		return e.RF == x.anchor(id, x.lastUndeleted(e.Loc, id, w))
	case e.Kind.Reads():
		last = e.RF
		if last >= 0 && !x.survives(last, id, w) && x.served(id, last) {
			last = g.Events[last].CoBefore
		}
		if last >= 0 && !x.survives(last, id, w) {
			return false
		}
	default:
		return true
	}
	return last == x.lastUndeleted(e.Loc, id, w) || x.latestFitting(id, w)
}

// revisit pushes a frame in which write w revisits read r of frame f, or free w allocation r. Its
// graph lacks the deleted events: those after r that are not in the prefix of w. It reports false,
// and pushes none, if the graph is consistent with no place of w in co.
func (x *explorer) revisit(f *frame, w, r int32) bool {
	old := f.g
	top := x.newFrame()
	top.shared = r
	g := top.g
	x.cut(g, old, r, w)
	x.g = g
	x.blockAgain(old, r)
	w, r = x.number[w], x.number[r]
	top.revisited = g.Events[r].Thread
	if g.Events[r].Kind.Allocates() {
		g.Take(r, w)
		x.sortEvents(top)
		return true
	}
	if g.Events[w].CoBefore != axiom.None {
		g.Remove(w)
	}
	if !x.reread(w, r) {
		x.dropFrame()
		return false
	}
	for _, p := range x.choices[1:] {
		x.push(item{kind: putAfter, event: w, other: p})
	}
	g.Insert(w, x.choices[0])
	x.arrange(w, r)
	x.race(r)
	x.sortEvents(top)
	return true
}

// reread makes r read from w. It lists in x.choices the writes directly after which w may stand
// in co then, and reports whether there are any.
func (x *explorer) reread(w, r int32) bool {
	g := x.g
	e := &g.Events[r]
	e.Blocked, e.Handed, e.Barrier, e.Idle = false, false, false, 0
	g.SetRF(r, w, e.Narrowed().Of(g.Events[w].Value))
	if x.loose(e.Loc) {
		return x.rereadLoose(w, r)
	}
	x.places(w)
	kept := x.choices[:0]
	for _, p := range x.choices {
		g.Insert(w, p)
		if g.Events[w].CoPosition >= g.CoBound(r) && x.elderFirst(r, w) && x.consistent(w, r) {
			kept = append(kept, p)
		}
		g.Remove(w)
	}
	x.choices = kept
	return len(kept) > 0
}

// sortEvents sets f.order to the events of f.g in an order that agrees with po and rf.
func (x *explorer) sortEvents(f *frame) {
	x.inOrder = append(x.inOrder[:0], make([]bool, len(f.g.Events))...)
	f.order = f.order[:0]
	x.emitAll(f, true)
}

// emitAll appends to f.order the events that are not there yet, in the order of their numbers. An event waits
// for its prefix. So frees and accesses of a block keep the order in which they were added. Without fences, a
// fence comes directly before the next event of its thread. The last fences of a thread are then missing.
func (x *explorer) emitAll(f *frame, fences bool) {
	x.deferred = x.deferred[:0]
	for id := range int32(len(f.g.Events)) {
		if x.inOrder[id] || !fences && f.g.Events[id].Kind == axiom.Fence {
			continue
		}
		if !x.ready(f.g, id) {
			x.deferred = append(x.deferred, id)
			continue
		}
		x.emit(f, id)
		for k := 0; k < len(x.deferred); {
			if !x.ready(f.g, x.deferred[k]) {
				k++
				continue
			}
			x.emit(f, x.deferred[k])
			x.deferred = slices.Delete(x.deferred, k, k+1)
			k = 0
		}
	}
}

// ready reports whether all events of the prefix of event id, except fences, are in order.
func (x *explorer) ready(g *axiom.Graph, id int32) bool {
	in := func(a int32) bool {
		for a >= 0 && g.Events[a].Kind == axiom.Fence {
			if b := g.Events[a].Before; b != axiom.None {
				a = b
			} else {
				a = g.Threads[g.Events[a].Thread].Parent
			}
		}
		return a < 0 || x.inOrder[a]
	}
	e := &g.Events[id]
	switch {
	case e.Before == axiom.None && !in(g.Threads[e.Thread].Parent), !in(e.Before),
		(e.Kind.Reads() || e.Kind == axiom.Reuse) && !in(e.RF),
		len(x.chained) > 0 && !in(x.chained[id]):
		return false
	case e.Kind == axiom.Join:
		list := g.Threads[e.Peer].Events
		return len(list) == 0 || in(list[len(list)-1])
	}
	return true
}

// emit appends event id, which is ready, to f.order. The fences of its prefix that are not there yet come first.
func (x *explorer) emit(f *frame, id int32) {
	if id < 0 || x.inOrder[id] {
		return
	}
	x.inOrder[id] = true
	e := &f.g.Events[id]
	x.emit(f, e.Before)
	if e.Kind == axiom.Join {
		if list := f.g.Threads[e.Peer].Events; len(list) > 0 {
			x.emit(f, list[len(list)-1])
		}
	}
	f.order = append(f.order, id)
}
