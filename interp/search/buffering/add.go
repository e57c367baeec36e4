package buffering

import (
	"slices"

	"fencepost/interp/machine/vm"
)

// read performs a read of t: e says what of it is known before.
func (x *explorer) read(t *vm.Thread, e event) uint64 {
	t.Op.Undef = 0
	if x.dead {
		return 0
	}
	if t.Op.Part.Size > 0 {
		x.vm.Unsupported(t, "a load of a part of a structure that is accessed as a whole, under a model that allows load buffering")
		return 0
	}
	e.kind, e.loc, e.rf, e.peer = reads, x.locOf[t.Op.Loc], none, -1
	id, ok := x.known(t, reads)
	switch {
	case ok && x.g.events[id].loc != e.loc:
		x.stray(t.ID, "it reads another location")
		return 0
	case !ok:
		id = x.add(t, e)
		x.sources(id)
		if len(x.choices) == 0 {
			x.giveUp()
			return 0
		}
		for _, w := range x.choices[1:] {
			x.push(item{readFrom, id, w})
		}
		x.source(id, x.choices[0])
	}
	t.Op.Undef = x.g.events[id].undef
	return x.g.events[id].value
}

// source makes read id read from w.
func (x *explorer) source(id, w int32) {
	e := &x.g.events[id]
	e.rf = w
	e.value, e.undef = x.valueOf(w, e.loc)
	if !e.modify {
		return
	}
	how := &x.how.RMW[e.order]
	if e.cas {
		how = &x.how.RMW[x.how.Success(e.order, e.fail)]
		e.half = e.value == e.expect
	}
	e.tags, e.acquire = how.Tags|how.ReadTags, e.order.Acquires()
	if !e.half {
		failed := how
		if !x.how.Machine {
			failed = &x.how.Load[e.fail]
		}
		e.tags, e.acquire = failed.Tags|failed.ReadTags|x.how.Failed, e.fail.Acquires()
		if x.how.Choice {
			e.tags |= how.Tags
		}
	}
}

// sources lists in x.choices the writes that read id may read from, the last in co first.
func (x *explorer) sources(id int32) {
	x.choices = x.choices[:0]
	loc := x.g.events[id].loc
	for at := len(x.g.co[loc]) - 1; at >= -1; at-- {
		w := int32(initial)
		if at >= 0 {
			w = x.g.co[loc][at]
		}
		x.source(id, w)
		if x.check.consistent(x.g) {
			x.choices = append(x.choices, w)
		}
	}
}

// write performs a write of t.
func (x *explorer) write(t *vm.Thread, value uint64, e event) {
	if x.dead {
		return
	}
	e.kind, e.loc, e.rf, e.peer, e.value, e.undef = writes, x.locOf[t.Op.Loc], none, -1, value, t.Op.Undef
	if id, ok := x.known(t, writes); ok {
		if f := &x.g.events[id]; f.loc != e.loc || f.value != value {
			x.stray(t.ID, "it writes something else")
		}
		return
	}
	id := x.add(t, e)
	x.places(id)
	ok := len(x.choices) > 0
	if ok {
		x.g.place(id, x.g.position(x.choices[0], e.loc)+1)
		for _, w := range x.choices[1:] {
			x.push(item{putAfter, id, w})
		}
	}
	x.revisits(id)
	if !ok {
		x.dead = true // a revisit of it may be consistent
	}
}

// places lists in x.choices the writes right after which write id may come in co, the last
// first.
func (x *explorer) places(id int32) {
	x.choices = x.choices[:0]
	e := &x.g.events[id]
	loc := e.loc
	if e.half {
		r := x.g.readHalf(id)
		if from := x.g.events[r].rf; x.g.takenBy(from, loc, r) == none && x.fits(id, from) {
			x.choices = append(x.choices, from)
		}
		return
	}
	for at := len(x.g.co[loc]) - 1; at >= -1; at-- {
		w := int32(initial)
		if at >= 0 {
			w = x.g.co[loc][at]
		}
		if x.g.takenBy(w, loc, none) == none && x.fits(id, w) {
			x.choices = append(x.choices, w)
		}
	}
}

// fits reports whether write id, which is not in co, may come right after w.
func (x *explorer) fits(id, w int32) bool {
	loc := x.g.events[id].loc
	x.g.place(id, x.g.position(w, loc)+1)
	ok := x.check.consistent(x.g)
	x.g.remove(id)
	return ok
}

// revisits makes branches of the reads that write id may revisit: those that it does not
// depend on, if they and all that would be deleted were added maximally.
func (x *explorer) revisits(id int32) {
	loc := x.g.events[id].loc
	x.prefix.of(x.g, id, x.strong)
	for r := id - 1; r >= 0; r-- {
		if x.prefix.has[r] {
			continue
		}
		if !x.maximal(r, id) {
			return
		}
		if e := &x.g.events[r]; e.kind == reads && e.loc == loc {
			x.push(item{revisit, id, r})
		}
	}
}

// stays reports whether event n is among those up to id and those in the prefix of w, w left
// out.
func (x *explorer) stays(n, id, w int32) bool { return n <= id || n != w && x.prefix.has[n] }

// maximal reports whether event id, which is not in the prefix of w, was added maximally with
// respect to the events before it and those in the prefix: it takes the last choice in co
// that is consistent with them.
func (x *explorer) maximal(id, w int32) bool {
	g := x.g
	e := &g.events[id]
	switch e.kind {
	case chooses:
		return e.value == 0
	case fences:
		return true
	case reads:
		if e.peer >= 0 || e.op == 0 {
			return true
		}
		if e.rf >= 0 && !x.stays(e.rf, id, w) {
			return false
		}
		return x.lastStaying(e.loc, id, w) == e.rf || x.latestFitting(id, w)
	}
	if e.peer >= 0 {
		return true
	}
	for r := range id {
		if f := &g.events[r]; f.kind == reads && f.rf == id && x.stays(r, id, w) {
			return false
		}
	}
	return e.half || x.lastStaying(e.loc, id, w) == id || x.latestFitting(id, w)
}

// lastStaying returns the last write in co of a location that stays.
func (x *explorer) lastStaying(loc, id, w int32) int32 {
	list := x.g.co[loc]
	for at := len(list) - 1; at >= 0; at-- {
		if x.stays(list[at], id, w) {
			return list[at]
		}
	}
	return initial
}

// latestFitting reports whether no choice of event id later in co is consistent with what
// stays.
func (x *explorer) latestFitting(id, w int32) bool {
	full := x.g
	x.keep = x.keep[:0]
	for n := range full.events {
		x.keep = append(x.keep, x.stays(int32(n), id, w))
	}
	x.renamed = x.part.cut(full, x.keep, x.renamed)
	x.g = &x.part
	defer func() { x.g = full }()
	id = x.renamed[id]
	e := &x.g.events[id]
	list := slices.Clone(x.g.co[e.loc])
	if e.kind == writes {
		at := x.g.position(id, e.loc)
		x.g.remove(id)
		for _, p := range slices.Backward(list[at+1:]) {
			if x.g.takenBy(p, e.loc, none) == none && x.fits(id, p) {
				return false
			}
		}
		return true
	}
	at := x.g.position(e.rf, e.loc)
	for _, p := range slices.Backward(list[at+1:]) {
		x.source(id, p)
		if e.half && x.g.takenBy(p, e.loc, id) != none {
			continue
		}
		if x.check.consistent(x.g) {
			return false
		}
	}
	return true
}

// revisit starts a frame in which write w revisits read r of the graph: with the events added
// before r, and those in the prefix of w. It reports whether there is a consistent one.
func (x *explorer) revisit(w, r int32) bool {
	old := x.g
	x.prefix.of(old, w, x.strong)
	x.keep = x.keep[:0]
	for n := range old.events {
		x.keep = append(x.keep, int32(n) <= r || x.prefix.has[n])
	}
	f := x.newFrame()
	x.renamed = f.g.cut(old, x.keep, x.renamed)
	x.g = f.g
	w, r = x.renamed[w], x.renamed[r]
	x.g.remove(w)
	x.source(r, w)
	x.places(w)
	if len(x.choices) == 0 {
		n := len(x.frames) - 1
		x.spare, x.frames = append(x.spare, f), x.frames[:n]
		return false
	}
	for _, p := range x.choices[1:] {
		x.push(item{putAfter, w, p})
	}
	x.g.place(w, x.g.position(x.choices[0], x.g.events[w].loc)+1)
	return true
}

// syncs reports whether the next operation of t is one on a lock word that may wait.
func (x *explorer) syncs(t *vm.Thread) bool {
	return t.State == vm.Conditional && x.vm.Syncs(t)
}

// free reports whether the next operation of t need not wait.
func (x *explorer) free(t *vm.Thread) bool { return !x.syncs(t) || x.vm.Allows(t) }

// addSync adds the read of the lock word before which t is parked. It reports whether t goes
// on.
func (x *explorer) addSync(t *vm.Thread, _ bool) bool {
	x.vm.Unsupported(t, "a lock, under a model that allows load buffering")
	return false
}
