package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// revisits makes branches of the reads that write id may revisit. Deleting what
// was added after a read is allowed only if it and the read were added maximally,
// so the first event that was not ends the search. A lock that the write serves
// in place is no branch.
func (x *explorer) revisits(id, served int32) {
	g := x.g
	l := g.Events[id].Loc
	if !x.revisitable(id) {
		return
	}
	x.deletes(id)
	left := len(x.readers)
	for n := x.latestDeleted(id); left > 0; n-- {
		e := &g.Events[n]
		if e.Index < g.KeptOf(id, e.Thread) {
			continue
		}
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

// reads reports whether event e is a read, or would be if its thread went on.
func reads(e *axiom.Event) bool { return e.Kind.Reads() || e.Kind == axiom.Stop && e.Was.Reads() }

// revisitable lists in x.readers the latest read of each thread that write id may revisit,
// beside it one at which the thread stops; it reports whether there are any.
func (x *explorer) revisitable(id int32) bool {
	g := x.g
	e := &g.Events[id]
	x.readers = x.readers[:0]
	for t := range int32(len(g.Threads)) {
		if t == e.Thread {
			continue
		}
		for _, a := range [...]int32{x.stopped(t), g.LatestRead(e.Loc, t)} {
			if a != axiom.None && reads(&g.Events[a]) && g.Events[a].Loc == e.Loc && !g.Kept(a, id) {
				x.readers = append(x.readers, a)
			}
		}
	}
	return len(x.readers) > 0
}

// passReader replaces read n in x.readers by the one before it in its thread that write id may
// revisit; it returns 1 if there is none, otherwise 0.
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

// latestDeleted returns the latest of the events that are deleted when write id revisits a
// read, of which there is one.
func (x *explorer) latestDeleted(id int32) int32 {
	latest := int32(axiom.None)
	for t := range x.g.Threads {
		if list := x.g.Threads[t].Events; len(list) > 0 && !x.g.Kept(list[len(list)-1], id) {
			latest = max(latest, list[len(list)-1])
		}
	}
	return latest
}

// maximalFrom reports whether all events from r on that are not in the prefix
// of w were added maximally.
func (x *explorer) maximalFrom(r, w int32) bool {
	x.deletes(w)
	for n := x.latestDeleted(w); n >= r; n-- {
		if !x.g.Kept(n, w) && !x.maximal(n, w) {
			return false
		}
	}
	return true
}

// deletes begins a walk, from the latest event back, of those to be deleted when w
// revisits a read. Of each location it keeps the last write in co that stays: as
// more is deleted, that only goes back.
func (x *explorer) deletes(w int32) {
	x.walk++
	for len(x.undeleted) < len(x.g.Locs) {
		x.undeleted = append(x.undeleted, lastWrite{})
	}
}

// A stay is the last write of a location that a walk of deletes does not delete.
type lastWrite struct {
	walk  int
	write int32
}

// staying returns the last write in co of location l among the events up to id and
// those in the prefix of w, w left out; or Init.
func (x *explorer) lastUndeleted(l, id, w int32) int32 {
	g := x.g
	s := &x.undeleted[l]
	if s.walk != x.walk {
		s.walk, s.write = x.walk, g.Locs[l].Last
	}
	for s.write >= 0 && !x.stayed(s.write, id, w) {
		s.write = g.Events[s.write].CoBefore
	}
	return s.write
}

// stayed reports whether event n is among those up to id and those in the prefix of
// w, w left out.
func (x *explorer) stayed(n, id, w int32) bool { return n <= id || n != w && x.g.Kept(n, w) }

// maximal reports whether event e, which is not in the prefix of w, was added
// maximally with respect to the events added before it and those in the prefix of
// w: it is, or reads from, the last of their writes in co, and none of them reads
// from it. It is asked of one event after the other, the latest first. A read after
// which its thread waits stands for those of later writes: see anchor.
func (x *explorer) maximal(id, w int32) bool {
	g := x.g
	e := &g.Events[id]
	var last int32
	switch {
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
		if r := x.servedBy(id); r != axiom.None && (e.Kind == axiom.Write || g.Events[r].Served) {
			early--
		}
		if early > 0 {
			return false
		}
		if x.loose(e.Loc) {
			return true
		}
		if e.CoAfter != axiom.None {
			if r := x.servedBy(e.CoAfter); r != axiom.None && x.g.Events[r].Mutex && x.stayed(r, id, w) {
				return false
			}
		}
		if e.Kind == axiom.ExclusiveWrite {
			return true // its read is asked for it
		}
		last = id
	case e.Kind.Reads() && e.Barrier:
		return x.barriers && vm.Wait(e.Expect).AtBarrier() || x.endsWait(id, w)
	case e.Served && !x.stayed(e.RF, id, w):
		if x.loose(e.Loc) {
			return e.Waited == x.looseAnchor(id, w)
		}
		return e.Waited == x.anchor(id, x.lastUndeleted(e.Loc, id, w))
	case e.Kind.Reads() && x.determined(id) != axiom.None:
		return true // it can read no other
	case e.Kind.Reads() && x.loose(e.Loc):
		return x.latestPossible(id, w)
	case e.Kind.Reads() && e.Idle != 0:
		return e.RF == x.anchor(id, x.lastUndeleted(e.Loc, id, w))
	case e.Kind.Reads():
		last = e.RF
		if last >= 0 && !x.stayed(last, id, w) && served(id, e, last) {
			last = g.Events[last].CoBefore
		}
		if last >= 0 && !x.stayed(last, id, w) {
			return false
		}
	default:
		return true
	}
	return last == x.lastUndeleted(e.Loc, id, w) || x.latestFitting(id, w)
}

// revisit starts a frame in which write w revisits read r of frame f: without
// the events added after r that are not in the prefix of w. It reports whether
// there is a consistent one.
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

// reread makes r read from w, and lists in x.choices where w may then stand in
// co; it reports whether that is anywhere.
func (x *explorer) reread(w, r int32) bool {
	g := x.g
	e := &g.Events[r]
	e.Blocked, e.Barrier, e.Idle = false, false, 0
	g.SetRF(r, w, g.Events[w].Value)
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

// sortEvents lists the events of a new frame's graph in an order that agrees
// with po and rf: a read that was revisited comes after the write it reads.
func (x *explorer) sortEvents(f *frame) {
	g := f.g
	x.inOrder = append(x.inOrder[:0], make([]bool, len(g.Events))...)
	f.order = f.order[:0]
	for id := range g.Events {
		x.emit(f, int32(id))
	}
}

func (x *explorer) emit(f *frame, id int32) {
	if id < 0 || x.inOrder[id] {
		return
	}
	x.inOrder[id] = true
	e := &f.g.Events[id]
	t := &f.g.Threads[e.Thread]
	if e.Before == axiom.None {
		x.emit(f, t.Parent)
	}
	if e.Kind.Reads() || e.Kind == axiom.Reuse {
		x.emit(f, e.RF)
	}
	x.emit(f, e.Before)
	if e.Kind == axiom.Join {
		if list := f.g.Threads[e.Peer].Events; len(list) > 0 {
			x.emit(f, list[len(list)-1])
		}
	}
	f.order = append(f.order, id)
}
