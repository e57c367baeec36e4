package explore

import (
	"slices"
	"sync/atomic"

	"fencepost/models/axiom"
)

// Reads-from classes. With Options.ReadsFrom, executions in which every read reads from the
// same write count as one: the order of writes is not branched on. The graph has a co with
// which it is consistent (axiom.Graph.Arrange), so what is asked of it is as before, but a
// read may have any write for which there is some co. Where the content at the end is asked
// for, or whether a thread waits for ever, an unread last write is as good as a read: each
// that some co has last is looked at.
//
// A revisit deletes only events that were added maximally. That is said of reads alone here.
// The maximal choice of a read is one of the writes that nothing in the graph puts before
// another, whatever co is: of those that it may read the one of the last thread. There is
// one, for it may read the last in co. It is asked for in the graph of the events added
// before the read and those that the revisiting write keeps: what the read could have had
// there, another execution has. It depends on the graph alone, not on the order in which
// events were added: that differs with the way to the graph.
//
// As long as each execution has one co only, classes would save nothing. So the search first branches
// on co, and asks at the end of each execution whether there is another. If there is, it begins anew
// with classes. A part of a search (Subtree) has classes from the beginning.
//
// The words of locks keep their co: locks are served in its order. What depends on co in
// other ways is explored with it, from the beginning:
//
//   - threads that run the same code (symmetry.go);
//   - iterations that undo their effects (undo.go);
//   - under hardware models a free that an access does not precede in every co;
//   - an access of another size, if its bytes have not the same content in every co;
//   - atomic sections, and bounds on rounds;
//   - what was left when the program ended;
//   - long executions.
//
// That memory comes back does not depend on co: a block may come back if some co leaves a copy of its
// address (Held).

// longest is how many events an execution may have whose co is not branched on.
const longest = 1 << 10

// needCoherence notes that the program does what depends on co, and has the search begin
// anew with it.
func (x *explorer) needCoherence() {
	if x.merges() {
		x.beginAnew(&x.pool.coherent)
	}
}

// beginAnew is pool.beginAnew, and ends the run as well.
func (x *explorer) beginAnew(reason *atomic.Bool) {
	x.dead = true
	x.pool.beginAnew(reason)
}

// tooLong notes that an execution is too long for its co to be looked for, and has the search
// begin anew with it.
func (x *explorer) tooLong() {
	if x.rf || x.watches {
		x.beginAnew(&x.pool.long)
	}
}

// hasSeveral reports whether the execution that has ended may have several co.
func (x *explorer) hasSeveral() bool {
	x.chargeArranging()
	return !x.g.Determined()
}

// needClasses notes that an execution has several co, or may have, and has the search begin anew
// with reads-from classes. If the search has stopped, that is not known, and the execution is lost.
func (x *explorer) needClasses() {
	if !x.late() {
		x.beginAnew(&x.pool.several)
	}
}

// merges reports whether executions count as one that differ in the order of operations.
func (x *explorer) merges() bool { return x.rf || x.watches || x.commuting }

// loose reports whether co of location l is not branched on.
func (x *explorer) loose(l int32) bool { return x.rf && x.g.Locs[l].Locks == 0 }

// looseWrites lists in x.choices the writes that read id may read, as far as coherence tells,
// the maximal choice first if it is one of them.
func (x *explorer) looseWrites(id int32) {
	if x.choices = x.g.Sources(x.choices[:0], id); len(x.choices) == 1 {
		return
	}
	first := 0
	for _, w := range x.lastWrites(x.g.Events[id].Loc, id, axiom.Whole) {
		if i := slices.Index(x.choices, w); i >= 0 {
			copy(x.choices[first+1:i+1], x.choices[first:i])
			x.choices[first] = w
			first++
		}
	}
}

// agrees reports whether the co that the graph has goes with event id, which was just added
// or changed, and with extra, as Graph.Consistent has it.
func (x *explorer) agrees(id, extra int32) bool {
	if e := &x.g.Events[id]; extra == axiom.None && e.Kind.Reads() && e.RF == x.g.Locs[e.Loc].Last {
		return true
	}
	return x.inBound(id) && (extra == axiom.None || x.inBound(extra)) && x.g.Consistent(id, extra)
}

// agreesWithOther reports whether some co goes with event id. It is asked if the present one does not.
func (x *explorer) agreesWithOther(id int32) bool {
	return !x.g.Impossible(id) && x.arrangeable(axiom.Whole)
}

// inBound reports whether event id stands where coherence lets it.
func (x *explorer) inBound(id int32) bool {
	g := x.g
	e := &g.Events[id]
	if e.Kind.Reads() {
		return g.PositionOf(e.RF) >= g.CoBound(id)
	}
	return e.CoPosition > g.CoBound(id)
}

// arrange gives the graph a co that goes with event id, which was changed, and with extra.
func (x *explorer) arrange(id, extra int32) bool {
	if !x.rf || x.agrees(id, extra) {
		return true
	}
	x.chargeArranging()
	return x.g.Arrange(nil)
}

// chargeArranging counts the work of looking for a co: time that is quadratic in the events.
func (x *explorer) chargeArranging() { x.looked += len(x.g.Events) * len(x.g.Events) / 4 }

// rereadLoose is the rest of reread for a location whose co is not branched on.
func (x *explorer) rereadLoose(w, r int32) bool {
	g := x.g
	x.places(w)
	if len(x.choices) == 0 {
		return false
	}
	x.choices = x.choices[:1]
	g.Insert(w, x.choices[0])
	defer g.Remove(w)
	half := int32(axiom.None)
	if e := &g.Events[w]; e.Kind == axiom.ExclusiveWrite {
		half = e.Before
	}
	return (half == axiom.None || x.inBound(half)) && x.agrees(w, r) || x.agreesWithOther(r)
}

// latestPossible is maximal for a read of a location whose co is not branched on.
func (x *explorer) latestPossible(id, w int32) bool {
	e := &x.g.Events[id]
	switch {
	case e.RF >= 0 && !x.survives(e.RF, id, w):
		return false
	case e.Idle != 0:
		return x.anchored(id, e.RF, w)
	}
	return x.firstPossible(id, w, e.RF) == e.RF
}

// anchored reports whether read id, at which its thread stops if it reads from a, stands for a read of
// w. Which of several writes is last in co may depend on what comes later: see dropLooseIdle.
func (x *explorer) anchored(id, a, w int32) bool {
	of := x.looseAnchor(id, w)
	return of == a || x.g.Events[id].Represents && of != axiom.None && of <= id && a <= id && x.idle(id, of) == x.idle(id, a)
}

// looseAnchor is anchor for such a read.
func (x *explorer) looseAnchor(id, w int32) int32 {
	c := x.firstPossible(id, w, axiom.None)
	for x.idleIf(id, c) {
		if c <= id {
			return c
		}
		before := x.firstPossible(id, c, axiom.None)
		if !x.idleIf(id, before) {
			return c
		}
		c = before
	}
	return axiom.None
}

// firstPossible returns the maximal choice of read id in the graph of the events up to it
// and those that w keeps. If it is not known, which is possible, it may return None.
func (x *explorer) firstPossible(id, w, known int32) int32 {
	g := x.g
	list := x.lastWrites(g.Events[id].Loc, id, axiom.Subgraph{Upto: id, Keeper: w})
	switch {
	case len(list) == 0:
		return axiom.Init
	case known != axiom.None && !slices.Contains(list, known):
		return axiom.None
	case len(list) == 1:
		return list[0]
	}
	old, idle, l := g.Events[id].RF, g.Events[id].Idle, g.Events[id].Loc
	last := g.Locs[l].Last
	for last >= 0 && !x.survives(last, id, w) {
		last = g.Events[last].CoBefore
	}
	found := last
	g.Events[id].Idle = 0 // that it reads a is asked for
	for _, a := range list {
		if a == known || a == last || x.possible(id, a, w) {
			found = a
			break
		}
	}
	g.Events[id].Idle = idle
	if g.Events[id].RF != old {
		g.SetRF(id, old, x.valueOf(old, l))
	}
	return found
}

// possible makes read id read from a; it reports whether some co goes with that in the graph
// that firstPossible looks at.
func (x *explorer) possible(id, a, w int32) bool {
	g := x.g
	g.SetRF(id, a, x.valueOf(a, g.Events[id].Loc))
	return x.arrangeable(axiom.Subgraph{Upto: id, Keeper: w})
}

// arrangeable reports whether some co goes with a part of the graph, and has the first write of
// each pair before the second; not after the context has ended. It takes time that is quadratic in the events, by words of 64.
func (x *explorer) arrangeable(part axiom.Subgraph, pairs ...[2]int32) bool {
	x.chargeArranging()
	return !x.late() && x.g.Arrangeable(part, pairs) && !x.late()
}

// dropLooseIdle is dropIdle for a read of a location whose co is not branched on. The maximal choice
// stays. For each reason for which the thread may stop, a choice stays that may be the last in co: it
// stands for the others.
func (x *explorer) dropLooseIdle(id int32) {
	x.g.Events[id].Represents = true
	last := x.lastWrites(x.g.Events[id].Loc, id, axiom.Whole)
	var kept [retold + 1]bool
	kept[x.idle(id, x.choices[0])] = true
	n := 1
	for _, w := range x.choices[1:] {
		if why := x.idle(id, w); why != 0 {
			if kept[why] || !slices.Contains(last, w) {
				continue
			}
			kept[why] = true
		}
		x.choices[n] = w
		n++
	}
	x.choices = x.choices[:n]
}

// A demand is a write, or Init, that has to be the last of its location, but for some that do
// not count.
type demand struct {
	write, loc int32
	read       int32 // that reads it, at which its thread waits; or None
	but        func(e *axiom.Event) bool
}

// endIn reports whether some co has all demands hold, and gives the graph such a co. A read
// at which its thread waits may read another write that lets it wait.
func (x *explorer) endIn(list []demand) bool {
	for i := range list {
		if d := &list[i]; !x.latestBut(d.write, d.loc, d.but) {
			return x.endsIn(list)
		}
	}
	for i := range list {
		x.demands(list[i].write, &list[i])
	}
	return true
}

// endsIn is endIn where the co that the graph has will not do.
func (x *explorer) endsIn(list []demand) bool {
	if len(list) == 0 {
		return true
	}
	d := &list[0]
	kept := len(x.ending)
	if x.demands(d.write, d) && x.g.Arrange(x.ending) && x.endsIn(list[1:]) {
		return true
	}
	if d.read != axiom.None && x.g.Events[d.read].Idle == waits {
		old := x.g.Events[d.read].RF
		for a := x.g.Locs[d.loc].Access; a != axiom.None; a = x.g.Events[a].Access {
			if a == old || !x.g.Events[a].Kind.Writes() || x.idle(d.read, a) != waits {
				continue
			}
			n := len(x.demanded)
			ok := x.allLast(x.iterationBefore(d.read))
			rest := append(slices.Clip(list[1:]), x.demanded[n:]...)
			x.demanded = x.demanded[:n]
			if x.ending = x.ending[:kept]; !ok || !x.demands(a, d) {
				continue
			}
			x.readAs(d.read, a)
			if x.g.Arrange(x.ending) && x.endsIn(rest) {
				x.caught = append(x.caught, [2]int32{d.read, old})
				return true
			}
			x.read(d.read, old)
		}
	}
	x.ending = x.ending[:kept]
	return false
}

// demands adds to x.ending that the other writes come before w; it reports whether they can.
func (x *explorer) demands(w int32, d *demand) bool {
	for a := x.g.Locs[d.loc].Access; a != axiom.None; a = x.g.Events[a].Access {
		e := &x.g.Events[a]
		switch {
		case a == w || !e.Kind.Writes() || d.but != nil && d.but(e):
		case w == axiom.Init || x.g.Passes(a, w):
			return false
		default:
			x.ending = append(x.ending, [2]int32{a, w})
		}
	}
	return true
}

// eachEnd calls f for each way in which the locations that an outcome is made of may end.
func (x *explorer) eachEnd(f func()) {
	n := &x.exits
	n.observed, n.observing = n.observed[:0], true
	if x.pool.o.Outcome != nil {
		x.outcome()
	}
	n.observing = false
	list := slices.DeleteFunc(n.observed, func(l int32) bool {
		return !x.loose(l) || len(x.lastWrites(l, axiom.None, axiom.Whole)) < 2
	})
	x.endsFrom(list, f)
}

// lastWrites is axiom.Graph.LastWrites, valid until the next call.
func (x *explorer) lastWrites(l, id int32, part axiom.Subgraph) []int32 {
	x.possibles = x.g.LastWrites(x.possibles[:0], l, id, part)
	return x.possibles
}

// endsFrom is eachEnd, of which locations that have several last writes are left.
func (x *explorer) endsFrom(list []int32, f func()) {
	if len(list) == 0 {
		f()
		return
	}
	kept := len(x.ending)
	defer func() { x.ending = x.ending[:kept] }()
	for _, w := range slices.Clone(x.lastWrites(list[0], axiom.None, axiom.Whole)) {
		x.ending = x.ending[:kept]
		if x.demands(w, &demand{write: w, loc: list[0]}) && x.g.Arrange(x.ending) {
			x.endsFrom(list[1:], f)
		}
	}
}
