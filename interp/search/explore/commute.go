package explore

import (
	"cmp"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Operations that commute. The order of some accesses of a location changes nothing but
// itself: read-modify-writes of one kind whose results nobody uses or make no difference (count.go),
// and critical sections of a mutex or of a read-write lock that touch different data, or only read it. With
// Options.Commuting, their location has parts, one for each thread, which are locations of their
// own: so no order of theirs is branched on, and nothing is ordered by it. A read of the location
// that comes after the read-modify-writes reads what all parts make together. Of a lock word, critical
// sections that conflict have a part in common: see partition.go.
//
// An execution with parts stands for one in which the location is whole. Every execution is
// stood for: without the order of accesses of different parts fewer events are ordered, so what
// was consistent is, and what raced does. That an execution stands for one is looked at when it
// ends:
//
//   - every other access of the location, or of the lock word, comes before each that commutes
//     or after it, whatever is added, and while no thread holds the lock;
//   - a thread holds such a lock at no other operation on a lock word, at no wait, and not at
//     the end, nor does it wait as it undoes for ever what it does;
//   - critical sections without a common part do not conflict: they get one otherwise;
//   - the events have an order in which no critical section comes within another
//     (axiom.Graph.Linear): in that order the parts are put together for display;
//   - accesses that race have no order by way of parts, whatever theirs is;
//   - no thread stopped at a block that was freed;
//   - the results that are used make no difference.
//
// Where one of these does not hold, the search begins anew, with common parts, or without parts of
// the location. So parts depend on the program alone: several workers begin anew as one
// does, who meets what comes first.
//
// Lazy happens-before (Thomson and Donaldson, PPoPP 2015) leaves mutexes out as well, and LAPOR
// (Kokologiannakis, Raad and Vafeiadis, OOPSLA 2019) looks for an order of critical sections in
// each graph; here the parts have one, so that nothing is looked for before the end.

// A part is a part of a location.
type part struct {
	loc, whole int32 // numbers of locations
	number     int32 // of the part among those of the location
	kind       code.RMWOp
	lock       bool
}

// A partTable is the parts that an explorer knows.
type partTable struct {
	list    []part
	locks   bool    // some are parts of lock words
	of      []int32 // by location: 1 + its place in list
	held    []int32 // by event: 1 + the unit that is the critical section that it is in
	order   []int32 // the events, no critical section within another; empty if the units are in order without it
	place   []int32 // by event, in order
	units   []unit
	reach   []bool
	fenced  bool // the execution that has ended has fences
	several bool // the execution that has ended has several parts of one location
}

// A unit is what commutes: a critical section, or a read-modify-write.
type unit struct {
	part       *part  // of a critical section of several parts: the first
	holder     Holder // of a critical section: who takes the lock
	begin, end int32  // events
}

// partOf returns the part that location l is; or nil.
func (x *explorer) partOf(l int32) *part {
	if int(l) < len(x.parts.of) && x.parts.of[l] > 0 {
		return &x.parts.list[x.parts.of[l]-1]
	}
	return nil
}

// wholeOf returns the location of which l is a part, or l.
func (x *explorer) wholeOf(l int32) int32 {
	if p := x.partOf(l); p != nil {
		return p.whole
	}
	return l
}

// split returns a part of location l, by its number, for an access that commutes with others of its
// kind. If l has no parts, it returns l.
func (x *explorer) split(l, number int32, kind code.RMWOp, lock bool) int32 {
	at := x.locations[l]
	base := x.g.Locs[l].Last
	if y := x.pool.partition; y.whole[at.addr] || lock && y.locks >= maxWhole || at.size > 8 || x.undefined(base, l) != 0 || lock && x.valueOf(base, l) != 0 {
		return l
	}
	for i := range x.parts.list {
		if p := &x.parts.list[i]; p.whole == l && p.number == number && p.kind == kind && p.lock == lock {
			x.room(p.loc)
			return p.loc
		}
	}
	at.part, at.whole, at.kind, at.lock, at.undef = number, l, kind, lock, 0
	if at.value = 0; !lock {
		at.value = neutral(kind, at.size)
	}
	n, locations := x.pool.number(at)
	x.know(locations)
	x.room(n)
	return n
}

// know takes over the locations of the pool, and the parts among them.
func (x *explorer) know(locations []location) {
	for n, at := range locations[len(x.locations):] {
		n += len(x.locations)
		if at.part == 0 {
			continue
		}
		y := &x.parts
		y.list = append(y.list, part{loc: int32(n), whole: at.whole, number: at.part, kind: at.kind, lock: at.lock})
		y.locks = y.locks || at.lock
		y.of = lists.Extended(y.of, n+1)
		y.of[n] = int32(len(y.list))
	}
	x.locations = locations
}

// room makes room in the graph for a location.
func (x *explorer) room(l int32) {
	for len(x.g.Locs) <= int(l) {
		x.g.AddLoc()
	}
}

// neutral returns what leaves every number of size bytes as it is.
func neutral(kind code.RMWOp, size uint8) uint64 {
	mask := ^uint64(0) >> (64 - 8*uint(size))
	switch kind {
	case code.FetchAnd, code.FetchMinU:
		return mask
	case code.FetchMin:
		return mask >> 1
	case code.FetchMax:
		return mask &^ (mask >> 1)
	}
	return 0
}

// combined returns what two numbers of size bytes make together.
func combined(kind code.RMWOp, size uint8, a, b uint64) uint64 {
	return uint64(code.Extend(kind.Apply(code.Extend(int64(a), size, true), code.Extend(int64(b), size, true)), size, false))
}

// withParts returns what location l holds if v is its own content since write w: with what its
// parts make of it. It leaves out writes of parts that come before w, and those for which in does not
// hold. A nil in holds for all.
func (x *explorer) withParts(w, l int32, v uint64, in func(u int32) bool) uint64 {
	x.eachChange(l, func(u int32, kind code.RMWOp, by uint64) {
		if (in == nil || in(u)) && (w < 0 || !x.g.InPrefix(u, w)) {
			v = combined(kind, x.locations[l].size, v, by)
		}
	})
	return v
}

// eachChange calls f for each write of a part of location l, except of the parts of a lock word. The
// write does to every number what a read-modify-write of the kind does with by.
func (x *explorer) eachChange(l int32, f func(u int32, kind code.RMWOp, by uint64)) {
	g := x.g
	for i := range x.parts.list {
		p := &x.parts.list[i]
		if p.whole != l || p.lock || int(p.loc) >= len(g.Locs) {
			continue
		}
		for u := g.Locs[p.loc].Last; u != axiom.Init; u = g.Events[u].CoBefore {
			e := &g.Events[u]
			f(u, p.kind, change(p.kind, x.locations[l].size, g.Events[e.Before].Value, e.Value))
		}
	}
}

// doubt has the search begin anew with other parts. If the search has stopped, there may be no reason
// to, and the execution is lost.
func (x *explorer) doubt(doubts ...Doubt) {
	x.dead = true
	if x.pool.stop.Load() {
		x.pool.lose()
		return
	}
	x.pool.doubts.CompareAndSwap(nil, &doubts)
	x.pool.halt()
}

// whole has the search begin anew without parts of location l.
func (x *explorer) whole(l int32) {
	lock := slices.ContainsFunc(x.parts.list, func(p part) bool { return p.lock && (p.loc == l || p.whole == l) })
	x.doubt(Doubt{Addr: x.locations[l].addr, Whole: true, Lock: lock})
}

// stands reports whether access id, which was just added, and those of its location that are of
// parts, if it is not, or that are not, if it is, come one before the other whatever is added. If
// not, the search begins anew.
func (x *explorer) stands(id int32) bool {
	if len(x.parts.list) == 0 {
		return true
	}
	g := x.g
	defer func() { x.look(g.Followed()) }()
	e := &g.Events[id]
	ordered := func(l int32) bool {
		for a := g.Locs[l].Access; a != axiom.None; a = g.Events[a].Access {
			other := &g.Events[a]
			switch {
			case a == id:
			case e.Kind == axiom.Read && (other.Kind == axiom.Read || other.Thread == e.Thread && other.Kind != axiom.Write): // of one location
			case !g.Follows(id, a) && !x.seesPart(id, a):
				return false
			}
		}
		return true
	}
	p := x.partOf(e.Loc)
	switch {
	case p == nil || ordered(p.whole) && (p.lock || e.Kind == axiom.Read || x.knowsAll(id)):
	case !p.lock && x.onlyAwaits(id, p.whole):
		x.doubtAwaited(e.Loc)
		return false
	default:
		x.whole(e.Loc)
		return false
	}
	for i := range x.parts.list {
		q := &x.parts.list[i]
		switch {
		case !x.used(q) || q.whole != x.wholeOf(e.Loc):
		case p != nil && q.kind == p.kind && q.lock == p.lock:
		case p == nil && ordered(q.loc) && (!q.lock || x.valueOf(g.Locs[q.loc].Last, q.loc) == 0):
		case p == nil && !q.lock && e.Kind == axiom.Read && x.readsInLoop(e.Thread):
			x.doubtAwaited(e.Loc)
			return false
		default:
			x.whole(e.Loc)
			return false
		}
	}
	return true
}

// holds returns the part of a lock word that thread t has locked and not unlocked so far in the
// run, and the read by which it did; or nil. Of several parts it is the last.
func (x *explorer) holds(t int32) (*part, *axiom.Event) {
	if !x.parts.locks {
		return nil, nil
	}
	list := x.g.Threads[t].Events
	for k := min(int(x.cursor[t]), len(list)) - 1; k >= 0; k-- {
		if e := &x.g.Events[list[k]]; e.Lock && e.Kind.Accesses() && !e.Auxiliary {
			if releases(e) {
				return nil, nil
			}
			if e.Kind == axiom.ExclusiveWrite {
				e = &x.g.Events[e.Before]
			}
			return x.partOf(e.Loc), e
		}
	}
	return nil, nil
}

// releases reports whether access e of a lock word ends a critical section: a mutex and the lock of a
// writer are released by a store, the lock of a reader by a read-modify-write.
func releases(e *axiom.Event) bool { return e.Kind.Writes() && e.Order == trace.Release }

// parted chooses the location of access e, which is about to be added.
func (x *explorer) parted(e *axiom.Event) {
	if !x.commuting {
		return
	}
	th := x.thread(e.Thread)
	if e.Kind == axiom.ExclusiveWrite {
		list := x.g.Threads[e.Thread].Events
		e.Loc = x.g.Events[list[len(list)-1]].Loc
		return
	}
	if x.ofLockWord(e.Site) {
		held, _ := x.holds(e.Thread)
		switch {
		case held == nil:
			if shared, ok := x.vm.EntersSection(th); ok {
				x.takesPart(e, Holder{e.Thread, shared})
			}
		case held.whole == e.Loc && x.vm.LeavesSection(th):
			e.Loc = held.loc
		default:
			x.whole(held.loc)
		}
		return
	}
	if e.Kind == axiom.ExclusiveRead && e.Order != trace.Plain {
		if kind, _, ok := x.vm.Commutes(th); ok {
			e.Loc = x.split(e.Loc, e.Thread+1, kind, false)
		} else if _, used, ok := x.vm.Counts(th); used && ok {
			x.counts(e, th)
		}
	}
}

// waitsInSection reports whether the thread of read id, which holds a part of a lock word, waits at one
// of x.choices; then the search begins anew. What it waits for may come after the lock.
func (x *explorer) waitsInSection(id int32) bool {
	held, _ := x.holds(x.g.Events[id].Thread)
	if held == nil || !slices.ContainsFunc(x.choices, func(w int32) bool { return x.idleIf(id, w) }) {
		return false
	}
	x.whole(held.loc)
	return true
}

// within has the search begin anew if the thread of event id takes a lock in the run while another
// thread holds it that has no part in common with it.
func (x *explorer) within(id int32) {
	e := &x.g.Events[id]
	p := x.partOf(e.Loc)
	if p == nil || !p.lock || e.Kind != axiom.ExclusiveRead {
		return
	}
	for u := range int32(len(x.g.Threads)) {
		if u == e.Thread || int(u) >= len(x.cursor) {
			continue
		}
		q, r := x.holds(u)
		if q == nil || q.whole != p.whole || q.loc == p.loc {
			continue
		}
		a, b, addr := Holder{e.Thread, e.Shared}, Holder{u, r.Shared}, x.locations[p.loc].addr
		if !x.pool.partition.share(addr, a, b) { // if they do, the read is about to take the lock from u
			x.doubt(newDoubt(addr, a, b))
			return
		}
	}
}

// used reports whether the graph has accesses of part p.
func (x *explorer) used(p *part) bool {
	return int(p.loc) < len(x.g.Locs) && x.g.Locs[p.loc].Access != axiom.None
}

// severalParts reports whether the graph has several parts of one location.
func (x *explorer) severalParts() bool {
	for i := range x.parts.list {
		for j := range i {
			if p, q := &x.parts.list[i], &x.parts.list[j]; p.whole == q.whole && x.used(p) && x.used(q) {
				return true
			}
		}
	}
	return false
}

// tooEarly reports whether a thread stopped as its block had been freed. If the thread has or would get a
// part of a location, there may be an order of the parts in which the free comes later, and the thread
// goes on. So the search begins anew without the parts of the execution.
func (x *explorer) tooEarly() bool {
	freed := func(e *interp.Error) bool { return e.Kind == interp.UseAfterFree || e.Kind == interp.DoubleFree }
	return slices.ContainsFunc(x.faults, freed) && x.doubtParts()
}

// doubtParts has the search begin anew without the parts that the graph has. It reports false if there are
// none.
func (x *explorer) doubtParts() bool {
	var doubts []Doubt
	for i := range x.parts.list {
		if p := &x.parts.list[i]; x.used(p) {
			doubts = append(doubts, Doubt{Addr: x.locations[p.loc].addr, Whole: true, Lock: p.lock})
		}
	}
	if len(doubts) > 0 {
		x.doubt(doubts...)
	}
	return len(doubts) > 0
}

// doubtful reports whether the execution that has ended may stand for none; then the search
// begins anew.
func (x *explorer) doubtful() bool {
	x.parts.several = x.severalParts()
	return x.tooEarly() || x.parts.several && (x.miscounts() || !x.listUnits() || x.conflicts() || !x.orderParts() || slices.ContainsFunc(x.claims, x.mayBeOrdered))
}

// listUnits lists what commutes; it reports false if a critical section is none, or has no end. A
// blocked lock begins none: its holder has left the section, or the section has no end.
func (x *explorer) listUnits() bool {
	y, g := &x.parts, x.g
	y.fenced = slices.ContainsFunc(g.Events, func(e axiom.Event) bool { return e.Kind == axiom.Fence })
	y.units, y.held = y.units[:0], append(y.held[:0], make([]int32, len(g.Events))...)
	for t := range g.Threads {
		var in *part
		section := 0 // its unit
		for _, id := range g.Threads[t].Events {
			e := &g.Events[id]
			p := (*part)(nil)
			if e.Kind.Accesses() {
				p = x.partOf(e.Loc)
			}
			switch {
			case p != nil && !p.lock:
				if e.Kind == axiom.ExclusiveRead {
					y.units = append(y.units, unit{part: p, begin: id, end: id})
				}
			case p != nil && e.Auxiliary && in == nil && x.taker(id) == axiom.None: // it waits for another part
			case p != nil && e.Kind == axiom.ExclusiveRead && in == nil:
				in, section = p, len(y.units)
				y.units = append(y.units, unit{p, Holder{e.Thread, g.Events[x.taker(id)].Shared}, id, id})
			case p != nil && e.Kind == axiom.FailedRead && !e.Blocked:
				x.whole(p.loc)
				return false
			case in != nil && (e.Kind == axiom.Create || e.Kind == axiom.Join || e.Kind == axiom.Exit):
				x.whole(in.loc)
				return false
			}
			if in != nil {
				y.held[id], y.units[section].end = int32(section)+1, id
				if p == in && releases(e) {
					in = nil
				}
			}
		}
		if in != nil {
			x.whole(in.loc)
			return false
		}
		if n := len(y.units) - 1; x.undone[t] && n >= 0 && g.Events[y.units[n].begin].Thread == int32(t) {
			x.whole(y.units[n].part.loc) // whether the thread waits for ever depends on what comes last
			return false
		}
	}
	return true
}

// conflicts reports whether critical sections without a common part of a lock word conflict.
func (x *explorer) conflicts() bool {
	g, y := x.g, &x.parts
	var found []Doubt
	for _, u := range y.units {
		if !u.part.lock {
			continue
		}
		for _, id := range g.Threads[u.holder.Thread].Events[g.Events[u.begin].Index : g.Events[u.end].Index+1] {
			e := &g.Events[id]
			if !e.Kind.Accesses() || x.partOf(e.Loc) != nil {
				continue
			}
			for v := range int32(len(g.Threads)) {
				if v == u.holder.Thread {
					continue
				}
				for a := g.Latest(e.Loc, v); a != axiom.None; a = g.Events[a].Same {
					if y.held[a] == 0 || !e.Kind.Writes() && !g.Events[a].Kind.Writes() {
						continue
					}
					if w := y.units[y.held[a]-1]; w.part.whole == u.part.whole && !x.shares(u, w) {
						d := newDoubt(x.locations[u.part.whole].addr, u.holder, w.holder)
						if !slices.Contains(found, d) {
							found = append(found, d)
						}
					}
				}
			}
		}
	}
	if len(found) > 0 {
		x.doubt(found...)
	}
	return len(found) > 0
}

// shares reports whether the order of two units of one location is fixed: they are of one thread, or
// have a part in common.
func (x *explorer) shares(u, v unit) bool {
	if !u.part.lock {
		return u.part == v.part
	}
	return u.holder.Thread == v.holder.Thread || x.pool.partition.share(x.locations[u.part.whole].addr, u.holder, v.holder)
}

// orders reports whether the place of unit u among others may order other events.
func (x *explorer) orders(u unit) bool {
	return u.part.lock || !x.g.Model().HB() || x.parts.fenced || x.g.Events[u.begin].Order != trace.Relaxed
}

// orderParts notes the place of each event in an order in which no critical section comes within
// another; it reports false if there is none, or if it finds none, and has the search begin anew.
func (x *explorer) orderParts() bool {
	g, y := x.g, &x.parts
	if y.order = y.order[:0]; !g.Model().ReadsOld() && x.unitsInOrder() {
		return true
	}
	for _, u := range y.units {
		if u.part.lock {
			e := &g.Events[u.begin]
			for _, id := range g.Threads[e.Thread].Events[e.Index : g.Events[u.end].Index+1] {
				g.Events[id].Section = e.Index + 1
			}
		}
	}
	order, ok := g.Linear(nil, false)
	strict := slices.IndexFunc(y.units, x.orders)
	if !ok && strict < 0 {
		order, ok = g.Linear(nil, true)
	}
	for id := range g.Events {
		g.Events[id].Section = 0
	}
	if ok {
		x.place(order)
	}
	if !ok && !x.orderSections() || g.Model().ReadsOld() && slices.ContainsFunc(y.order, x.readsReplaced) {
		x.whole(y.units[max(0, strict)].part.loc)
		return false
	}
	return true
}

// unitsInOrder reports whether the units are read-modify-writes of which parts leave no order open.
func (x *explorer) unitsInOrder() bool {
	for i, u := range x.parts.units {
		if u.part.lock {
			return false
		}
		for _, v := range x.parts.units[:i] {
			if v.part.whole == u.part.whole && !x.shares(u, v) && !x.g.Ordered(u.end, v.begin) && !x.g.Ordered(v.end, u.begin) {
				return false
			}
		}
	}
	return true
}

// chainUnits has emitAll put the units of each location into their order, if there is one.
func (x *explorer) chainUnits() {
	y := &x.parts
	if len(y.order) == 0 {
		return
	}
	x.chained = append(x.chained[:0], slices.Repeat([]int32{axiom.None}, len(x.g.Events))...)
	units := slices.Clone(y.units)
	slices.SortFunc(units, func(u, v unit) int { return cmp.Compare(y.place[u.begin], y.place[v.begin]) })
	latest := map[int32]int32{} // by location: the end of its latest unit
	for _, u := range units {
		if end, ok := latest[u.part.whole]; ok {
			x.chained[u.begin] = end
		}
		e := &x.g.Events[u.end]
		if e.Kind == axiom.ExclusiveRead {
			latest[u.part.whole] = x.g.Threads[e.Thread].Events[e.Index+1]
		} else {
			latest[u.part.whole] = u.end
		}
	}
}

// place notes an order of the events.
func (x *explorer) place(order []int32) {
	y := &x.parts
	y.order = order
	y.place = append(y.place[:0], make([]int32, len(x.g.Events))...)
	for k, id := range order {
		y.place[id] = int32(k)
	}
}

// placeOf returns the place of event id. The halves of an RMW have the place of the first.
func (x *explorer) placeOf(id int32) int32 {
	if e := &x.g.Events[id]; e.Kind == axiom.ExclusiveWrite {
		id = e.Before
	}
	if len(x.parts.order) > 0 {
		return x.parts.place[id]
	}
	var before int32 // in the prefix: of units in order the later one has more
	for t := range int32(len(x.g.Threads)) {
		before += x.g.Before(id, t)
	}
	return before
}

// orderSections is orderParts where events outside of critical sections come within them: it takes
// sections that overlap one after the other, in one order or, if that is impossible, in the other.
func (x *explorer) orderSections() bool {
	var before [][2]int32
	order, ok := x.g.Linear(before, false)
	for ok {
		x.place(order)
		u, v := x.overlap()
		if u == nil {
			return true
		}
		before = append(before, [2]int32{u.end, v.begin})
		if order, ok = x.g.Linear(before, false); !ok {
			before[len(before)-1] = [2]int32{v.end, u.begin}
			order, ok = x.g.Linear(before, false)
		}
	}
	return false
}

// overlap returns two sections of one lock, of which the second begins within the first; nil if there
// are none.
func (x *explorer) overlap() (first, second *unit) {
	y := &x.parts
	for i := range y.units {
		for j := range y.units {
			u, v := &y.units[i], &y.units[j]
			if i != j && u.part.lock && v.part.lock && u.part.whole == v.part.whole &&
				y.place[u.begin] < y.place[v.begin] && y.place[v.begin] < x.placeOf(u.end) {
				return u, v
			}
		}
	}
	return nil, nil
}

// readsReplaced reports whether event id reads a write that is replaced before it in the order of
// orderParts. Under a model that lets it, the lock may forbid that, where its parts do not.
func (x *explorer) readsReplaced(id int32) bool {
	e := &x.g.Events[id]
	if !e.Kind.Reads() || e.Lock || e.RF == axiom.None {
		return false
	}
	next := x.g.After(e.RF, e.Loc)
	return next != axiom.None && x.placeOf(next) < x.parts.place[id]
}

// mayBeOrdered reports whether the two events of a claim come one before the other in some order
// of the parts; then the search begins anew with parts put together.
func (x *explorer) mayBeOrdered(c claim) bool {
	return x.leadsByParts(c.id, c.other) || x.leadsByParts(c.other, c.id)
}

// leadsByParts reports whether event a may come before event b by way of parts. Its time is at least
// quadratic in the units. So it stops with the search, and the execution is lost.
func (x *explorer) leadsByParts(a, b int32) bool {
	g, y := x.g, &x.parts
	precedes := func(a, b int32) bool { return a == b || g.Ordered(a, b) }
	y.reach = append(y.reach[:0], make([]bool, len(y.units))...)
	for changed := true; changed; {
		changed = false
		for i, u := range y.units {
			if x.pool.stop.Load() {
				x.dead = true
				x.pool.lose()
				return true
			}
			comes := precedes(a, u.end)
			for j, v := range y.units {
				comes = comes || y.reach[j] && precedes(v.begin, u.end)
			}
			if !comes || !x.orders(u) {
				continue
			}
			for j, v := range y.units {
				if v.part.whole == u.part.whole && !x.shares(u, v) && !y.reach[j] {
					y.reach[j], changed = true, true
					if precedes(v.begin, b) {
						x.joinParts(&y.units[i], a, b)
						return true
					}
				}
			}
		}
	}
	return false
}

// joinParts has the search begin anew with a common part for the critical sections of two events'
// threads, or, if they have one, without parts of the location of u.
func (x *explorer) joinParts(u *unit, a, b int32) {
	of := func(id int32) int {
		return slices.IndexFunc(x.parts.units, func(w unit) bool {
			return w.part.whole == u.part.whole && x.g.Events[w.begin].Thread == x.g.Events[id].Thread
		})
	}
	if i, j := of(a), of(b); i >= 0 && j >= 0 && u.part.lock && !x.shares(x.parts.units[i], x.parts.units[j]) {
		x.doubt(newDoubt(x.locations[u.part.whole].addr, x.parts.units[i].holder, x.parts.units[j].holder))
		return
	}
	x.whole(u.part.loc)
}

// putTogether makes of the accesses of parts, in a graph for display, those of whole locations;
// at says where an event is in it, or -1.
func (x *explorer) putTogether(out *Graph, at []int) {
	for n := range int32(len(x.g.Locs)) {
		if slices.ContainsFunc(x.parts.list, func(p part) bool { return p.whole == n && x.used(&p) }) {
			x.putTogetherAt(n, out, at)
		}
	}
}

// A wholeWrite is a write of a whole location or of one of its parts.
type wholeWrite struct{ after, own, place, id int32 }

// putTogetherAt does so for location n.
func (x *explorer) putTogetherAt(n int32, out *Graph, at []int) {
	g := x.g
	var writes []wholeWrite
	for id := range int32(len(g.Events)) {
		e := &g.Events[id]
		if !e.Kind.Writes() || at[id] < 0 || x.wholeOf(e.Loc) != n {
			continue
		}
		if e.Loc == n {
			writes = append(writes, wholeWrite{after: e.CoPosition, id: id})
			continue
		}
		w := wholeWrite{own: 1, place: e.CoPosition, id: id}
		if x.parts.several {
			w.place = x.placeOf(id)
		}
		for v := g.Locs[n].Last; v != axiom.Init && w.after == 0; v = g.Events[v].CoBefore {
			if g.InPrefix(v, id) {
				w.after = g.Events[v].CoPosition
			}
		}
		writes = append(writes, w)
	}
	slices.SortFunc(writes, func(a, b wholeWrite) int {
		return cmp.Or(cmp.Compare(a.after, b.after), cmp.Compare(a.own, b.own), cmp.Compare(a.place, b.place))
	})
	last, value := axiom.Init, x.ownValueOf(axiom.Init, n)
	for k, w := range writes {
		e := &g.Events[w.id]
		v := &out.Events[at[w.id]]
		if p := x.partOf(e.Loc); p != nil && e.Kind == axiom.ExclusiveWrite {
			read := &out.Events[at[e.Before]]
			read.RF, read.Value = last, value
			if !p.lock {
				v.Value = combined(p.kind, x.locations[n].size, value, change(p.kind, x.locations[n].size, g.Events[e.Before].Value, e.Value))
			}
		}
		v.CoPosition, last, value = k+1, at[w.id], v.Value
	}
	for a := g.Locs[n].Access; a != axiom.None; a = g.Events[a].Access {
		e := &g.Events[a]
		if !e.Kind.Reads() || e.RF == axiom.None || at[a] < 0 {
			continue
		}
		base := g.PositionOf(e.RF)
		for _, w := range writes {
			if w.own == 1 && w.after == base && g.InPrefix(w.id, a) {
				out.Events[at[a]].RF = at[w.id]
			}
		}
	}
}

// change returns what a read-modify-write of size bytes that makes b of a does to every number.
func change(kind code.RMWOp, size uint8, a, b uint64) uint64 {
	unused := 64 - 8*uint(size)
	switch kind {
	case code.FetchAdd:
		return (b - a) << unused >> unused
	case code.FetchXor:
		return a ^ b
	}
	return b
}
