package explore

import "fencepost/models/axiom"

// revisits makes branches of the reads that write id may revisit. Deleting what
// was added after a read is allowed only if it and the read were added maximally,
// so the first event that was not ends the search. A lock that the write serves
// in place is no branch.
func (x *explorer) revisits(id, served int32) {
	g := x.g
	l := g.Events[id].Loc
	for n := id - 1; n >= 0; n-- {
		if g.InPrefix(n, id) {
			continue
		}
		if !x.maximal(n, id) {
			return
		}
		if e := &g.Events[n]; e.Kind.Reads() && e.Loc == l && n != served {
			x.push(item{revisit, id, n})
		}
	}
}

// maximalFrom reports whether all events from r on that are not in the prefix
// of w were added maximally.
func (x *explorer) maximalFrom(r, w int32) bool {
	for n := w - 1; n >= r; n-- {
		if !x.g.InPrefix(n, w) && !x.maximal(n, w) {
			return false
		}
	}
	return true
}

// maximal reports whether event e, which is not in the prefix of w, was added
// maximally with respect to the events added before it and those in the prefix of
// w: it is, or reads from, the last of their writes in co, and none of them reads
// from it.
func (x *explorer) maximal(id, w int32) bool {
	g := x.g
	e := &g.Events[id]
	previous := func(n int32) bool { return n <= id || n != w && g.InPrefix(n, w) }
	var last int32
	switch {
	case e.Kind == axiom.Choice:
		return e.Value == 0
	case e.Kind.Writes():
		for a := g.Locs[e.Loc].Access; a != axiom.None; a = g.Events[a].Access {
			r := &g.Events[a]
			if !r.Kind.Reads() || !previous(a) {
				continue
			}
			if r.RF == id && !(e.Kind == axiom.Write && served(a, r, id)) || e.Next != axiom.None && served(a, r, e.Next) {
				return false
			}
		}
		last = id
	case e.Kind.Reads():
		last = e.RF
		if last >= 0 && !previous(last) && served(id, e, last) {
			last = g.Events[last].Prev
		}
		if last >= 0 && !previous(last) {
			return false
		}
	default:
		return true
	}
	for n := g.After(last, e.Loc); n != axiom.None; n = g.Events[n].Next {
		if previous(n) {
			return false
		}
	}
	return true
}

// revisit starts a frame in which write w revisits read r of frame f: without
// the events added after r that are not in the prefix of w. It reports whether
// there is a consistent one.
func (x *explorer) revisit(f *frame, w, r int32) bool {
	old := f.g
	top := x.newFrame()
	g := top.g
	for len(x.number) < len(old.Events) {
		x.number = append(x.number, 0)
	}
	g.Cut(old, r, w, x.number)
	x.g = g
	x.blockAgain(old, r)
	w, r = x.number[w], x.number[r]
	if g.Events[w].Prev != axiom.None {
		g.Remove(w)
	}
	if !x.reread(w, r) {
		x.dropFrame()
		return false
	}
	for _, p := range x.choices[1:] {
		x.push(item{putAfter, w, p})
	}
	g.Insert(w, x.choices[0])
	x.race(r)
	x.sortEvents(top)
	return true
}

// reread makes r read from w, and lists in x.choices where w may then stand in
// co; it reports whether that is anywhere.
func (x *explorer) reread(w, r int32) bool {
	g := x.g
	e := &g.Events[r]
	e.Blocked = false
	g.SetRF(r, w, g.Events[w].Value)
	x.places(w)
	kept := x.choices[:0]
	for _, p := range x.choices {
		g.Insert(w, p)
		if g.Events[w].Place >= g.Floor(r) && g.Consistent(w, r) {
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
	if e.Kind.Reads() {
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
