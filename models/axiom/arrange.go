package axiom

import (
	"math/bits"
	"slices"

	"fencepost/trace/lists"
)

// A program cannot observe co, only the writes that its reads read from. So a graph without co is
// consistent if some co makes it so. Arrange searches for one. First it adds the order that every co
// has: the order of the writes that two accesses see which come one after the other (by
// happens-before, or in one thread), and no write between an RMW and the write that it reads. Then it
// saturates: if one order of two writes would close a cycle in the model's order of events, they have
// the other. For a pair that is left it tries one order and then the other (Abdulla, Atig, Jonsson,
// Lång, Ngo and Sagonas, OOPSLA 2019, for SC; Bui, Chatterjee, Gautam, Pavlogiannis and Toman, OOPSLA
// 2021, for TSO and PSO). RC11 without seq_cst events has no conditions beyond the first step
// (Abdulla, Atig, Jonsson and Ngo, OOPSLA 2018, for release-acquire), so there Arrange needs no other
// steps.
//
// The writes of a location with accesses of lock words keep their co.

// A Subgraph is a part of a graph: the events up to Upto, and the events Kept with Keeper. Keeper
// itself is not part of it if it is a write. If Keeper is None, it is the whole graph.
type Subgraph struct{ Upto, Keeper int32 }

// Whole is the whole graph.
var Whole = Subgraph{Keeper: None}

// holds reports whether event id of g is in the subgraph.
func (s Subgraph) holds(g *Graph, id int32) bool {
	return s.Keeper == None || id <= s.Upto || g.Kept(id, s.Keeper) && (id != s.Keeper || !g.Events[id].Kind.Writes())
}

// Arrange sets co so that the graph satisfies the model and the first write of each pair is before
// the second. The result depends on the events alone, not on the present co. If there is no such co,
// Arrange reports false and changes nothing. It ignores reads at which their threads stop
// (Event.Idle) and reads from writes that are not in the graph. No event may read a part of a
// location or be in an atomic section. If the events have nodes (arrangeorder.go), the time is
// exponential in the number of pairs that saturation leaves. Otherwise it is quadratic in the number
// of writes.
func (g *Graph) Arrange(pairs [][2]int32) bool {
	a := &g.arrangement
	if !a.solve(g, Whole, pairs) {
		return false
	}
	a.install()
	return true
}

// Arrangeable reports whether there is a co with which a subgraph satisfies the model and the first
// write of each pair is before the second. The subgraph must contain the writes of pairs, and the
// events on which its events depend.
func (g *Graph) Arrangeable(s Subgraph, pairs [][2]int32) bool {
	return g.arrangement.solve(g, s, pairs)
}

// An arrangement is the working state of Arrange.
type arrangement struct {
	g      *Graph
	in     Subgraph
	writes []int32  // of the subgraph, by location and then in the order in which they were added
	groups []group  // by location with writes
	slot   []int32  // by event: 1 + the index of a write in writes, or 0
	next   []int32  // by slot: of the RMW that reads the write, or None
	prev   []int32  // by slot: of the write that the RMW reads, or Init; None for other writes
	rows   int      // words of a row of before
	before []uint64 // by slot: the set of later writes
	seen   []reader // by slot: the first reader of the write
	ofInit []reader // by group: the first reader of Init
	chain  []reader // by reader: the next reader of the same write
	work   [][2]int32

	ordered   bool       // some event has a node, and reach is computed
	node      []int32    // by event: 1 + its node
	nodes     []int32    // by node: the event
	fences    []int32    // the nodes of fences
	wide      int        // words of a row of reach
	reach     []uint64   // by node: the set of nodes to which paths lead
	fenceAt   [2][]int32 // by event: the index in fenceList of fencesBefore and fencesAfter, after their length
	fenceList []int32
	edges     []uint64 // by node: the nodes to which edges of base lead
	linked    []int32  // by thread: 1 + the latest node with an edge of basePSC to a node of the thread
	state     []uint8
	path      []int32
	saved     [][]uint64
}

// A reader is 1 + the number of an event that reads, or 0.
type reader = int32

// A group is the writes of one location: writes[lo:hi].
type group struct{ loc, lo, hi int32 }

// Determined reports whether the present co, with which the graph satisfies the model, is the only one.
// It takes the time of Arrange without the exponential part. The answer false has no meaning.
func (g *Graph) Determined() bool {
	a := &g.arrangement
	if !a.prepare(g, Whole, nil) {
		return false
	}
	p, _, possible := a.saturate()
	return possible && p == None
}

func (a *arrangement) solve(g *Graph, s Subgraph, pairs [][2]int32) bool {
	return a.prepare(g, s, pairs) && (!a.ordered || a.decide(0))
}

// prepare adds the order that every co has, and that of pairs. It reports whether that is possible.
func (a *arrangement) prepare(g *Graph, s Subgraph, pairs [][2]int32) bool {
	a.g, a.in = g, s
	a.collect()
	a.ordered = false
	if !a.chains() || !a.coherence() {
		return false
	}
	for _, p := range pairs {
		if !a.add(a.slot[p[0]]-1, a.slot[p[1]]-1) {
			return false
		}
	}
	a.ordered = a.number()
	return !a.ordered || a.base()
}

// collect lists the writes and their readers.
func (a *arrangement) collect() {
	g := a.g
	a.slot, a.chain = lists.Zeroed(a.slot, len(g.Events)), lists.Zeroed(a.chain, len(g.Events))
	a.writes, a.groups, a.ofInit = a.writes[:0], a.groups[:0], a.ofInit[:0]
	for l := range g.Locs {
		lo := int32(len(a.writes))
		for id := g.Locs[l].First; id != None; id = g.Events[id].CoAfter {
			if a.in.holds(g, id) {
				a.writes = append(a.writes, id)
			}
		}
		if lo == int32(len(a.writes)) {
			continue
		}
		if g.Locs[l].Locks == 0 {
			slices.Sort(a.writes[lo:])
		}
		a.groups, a.ofInit = append(a.groups, group{int32(l), lo, int32(len(a.writes))}), append(a.ofInit, 0)
	}
	n := len(a.writes)
	a.rows = (n + 63) / 64
	a.before = lists.Zeroed(a.before, n*a.rows)
	a.next, a.prev, a.seen = lists.Zeroed(a.next, n), lists.Zeroed(a.prev, n), lists.Zeroed(a.seen, n)
	for i, id := range a.writes {
		a.slot[id] = int32(i) + 1
		a.next[i], a.prev[i] = None, None
	}
	for k, gr := range a.groups {
		for id := g.Locs[gr.loc].Access; id != None; id = g.Events[id].Access {
			e := &g.Events[id]
			if !e.Kind.Reads() || e.RF == None || e.Idle != 0 || !a.in.holds(g, id) {
				continue
			}
			head := &a.ofInit[k]
			if e.RF >= 0 {
				if a.slot[e.RF] == 0 {
					continue // a lock that was served by a release outside of the subgraph
				}
				head = &a.seen[a.slot[e.RF]-1]
			}
			a.chain[id], *head = *head, id+1
		}
	}
}

// chains records the writes of RMWs, and orders the writes of lock words as in co. It reports false
// if two RMWs read from one write.
func (a *arrangement) chains() bool {
	g := a.g
	for i, id := range a.writes {
		e := &g.Events[id]
		if e.Kind != ExclusiveWrite {
			continue
		}
		from := g.Events[e.Before].RF
		if a.prev[i] = from; from >= 0 {
			a.prev[i] = a.slot[from] - 1
			if a.next[a.prev[i]] != None {
				return false
			}
			a.next[a.prev[i]] = int32(i)
		}
	}
	for _, gr := range a.groups {
		ofInit := int32(None)
		for i := gr.lo; i < gr.hi; i++ {
			if a.prev[i] == Init {
				if ofInit != None {
					return false
				}
				ofInit = i
			}
		}
		for i := gr.lo; i < gr.hi; i++ {
			switch {
			case ofInit != None && i != ofInit && !a.add(ofInit, i):
				return false
			case a.prev[i] >= 0 && !a.add(a.prev[i], i):
				return false
			case g.Locs[gr.loc].Locks > 0 && i > gr.lo && !a.add(i-1, i):
				return false
			}
		}
	}
	return true
}

// coherence orders the writes that two accesses see if one access comes after the other. It reports
// whether that is possible.
func (a *arrangement) coherence() bool {
	g := a.g
	for _, gr := range a.groups {
		for id := g.Locs[gr.loc].Access; id != None; id = g.Events[id].Access {
			e := &g.Events[id]
			if !e.inCo() || e.Idle != 0 || !a.in.holds(g, id) {
				continue
			}
			for _, t := range g.seenThreads(id) {
				if b := g.latestSeen(id, gr.loc, t); b != None && !a.follows(b, id) {
					return false
				}
			}
		}
	}
	return true
}

// follows requires that access id sees no earlier write than access b, and reports whether that is
// possible.
func (a *arrangement) follows(b, id int32) bool {
	from, to := a.g.source(b), a.g.source(id)
	switch {
	case from == to || from < 0 || a.slot[from] == 0 || to >= 0 && a.slot[to] == 0:
		return true
	case to < 0:
		return false
	}
	return a.add(a.slot[from]-1, a.slot[to]-1)
}

// isBefore reports whether write i is known to be before write j in co.
func (a *arrangement) isBefore(i, j int32) bool {
	return a.before[int(i)*a.rows+int(j>>6)]>>(j&63)&1 != 0
}

// add puts write p before write q, and adds the consequences. It reports whether that is possible.
func (a *arrangement) add(p, q int32) bool {
	a.work = append(a.work[:0], [2]int32{p, q})
	for len(a.work) > 0 {
		n := len(a.work) - 1
		p, q := a.work[n][0], a.work[n][1]
		a.work = a.work[:n]
		switch {
		case p == q || a.isBefore(q, p) || a.prev[q] == Init:
			return false
		case a.isBefore(p, q):
		case a.prev[q] >= 0 && a.prev[q] != p:
			if !a.isBefore(a.prev[q], q) && !a.follow(a.prev[q], q) {
				return false
			}
			a.work = append(a.work, [2]int32{p, a.prev[q]})
		case a.next[p] >= 0 && a.next[p] != q:
			if !a.isBefore(p, a.next[p]) && !a.follow(p, a.next[p]) {
				return false
			}
			a.work = append(a.work, [2]int32{a.next[p], q})
		case !a.follow(p, q):
			return false
		}
	}
	return true
}

// follow adds a pair to before, and the pairs that follow by transitivity. Edges between events are
// transitive, too, except for psc: there every pair has edges of its own.
func (a *arrangement) follow(p, q int32) bool {
	each := a.ordered && a.g.model.HB()
	lo, hi := a.groupOf(p)
	after := a.before[int(q)*a.rows : (int(q)+1)*a.rows]
	for i := lo; i < hi; i++ {
		if i != p && !a.isBefore(i, p) {
			continue
		}
		row := a.before[int(i)*a.rows : (int(i)+1)*a.rows]
		for k := int(lo >> 6); k <= int((hi-1)>>6); k++ {
			more := after[k]
			if k == int(q>>6) {
				more |= 1 << (q & 63)
			}
			if more &^= row[k]; more == 0 {
				continue
			}
			row[k] |= more
			if k == int(i>>6) && more>>(i&63)&1 != 0 {
				return false
			}
			for ; each && more != 0; more &= more - 1 {
				if !a.implies(i, int32(64*k+bits.TrailingZeros64(more)), a.link) {
					return false
				}
			}
		}
	}
	return !a.ordered || each || a.implies(p, q, a.link)
}

// groupOf returns the bounds of the group of write i.
func (a *arrangement) groupOf(i int32) (lo, hi int32) {
	k, _ := slices.BinarySearchFunc(a.groups, i, func(gr group, i int32) int {
		if gr.hi <= i {
			return -1
		}
		return 1
	})
	return a.groups[k].lo, a.groups[k].hi
}

// saturate orders each pair of writes of which one order closes a cycle. It reports whether that is
// possible, and returns the first pair that is left, in the order in which the writes were added, or
// None.
func (a *arrangement) saturate() (p, q int32, possible bool) {
	for changed := true; changed; {
		changed, p = false, None
		for _, gr := range a.groups {
			for i := gr.lo; i < gr.hi; i++ {
				for j := i + 1; j < gr.hi; j++ {
					if a.isBefore(i, j) || a.isBefore(j, i) {
						continue
					}
					if !a.ordered {
						return i, j, true
					}
					switch forth, back := a.closes(i, j), a.closes(j, i); {
					case forth && back || a.g.halted():
						return p, q, false
					case forth && !a.add(j, i), back && !a.add(i, j):
						return p, q, false
					case forth || back:
						changed = true
					case p == None:
						p, q = i, j
					}
				}
			}
		}
	}
	return p, q, true
}

// decide orders all pairs of writes, and reports whether that is possible.
func (a *arrangement) decide(depth int) bool {
	p, q, possible := a.saturate()
	if !possible || p == None {
		return possible
	}
	a.saved = lists.Extended(a.saved, depth+1)
	a.saved[depth] = append(append(a.saved[depth][:0], a.before...), a.reach...)
	if a.add(p, q) && a.decide(depth+1) {
		return true
	}
	copy(a.before, a.saved[depth])
	copy(a.reach, a.saved[depth][len(a.before):])
	return !a.g.halted() && a.add(q, p) && a.decide(depth+1)
}

// install sets co to an order that agrees with before. Of the writes that may come next it takes the
// one added first, and the RMWs that directly follow it.
func (a *arrangement) install() {
	g := a.g
	for _, gr := range a.groups {
		l := &g.Locs[gr.loc]
		if l.Locks > 0 {
			continue
		}
		l.First, l.Last = None, Init
		for range gr.hi - gr.lo {
			for i := gr.lo; i < gr.hi; i++ {
				if a.slot[a.writes[i]] == 0 || !a.leads(i, gr) {
					continue
				}
				for w := i; w != None; w = a.next[w] {
					id := a.writes[w]
					g.Events[id].CoBefore = None
					g.Insert(id, l.Last)
					a.slot[id] = 0
				}
				break
			}
		}
	}
}

// leads reports whether write i may come next: no write of the group that is not in co yet is before
// it, and it is of no RMW that directly follows another write.
func (a *arrangement) leads(i int32, gr group) bool {
	if a.prev[i] >= 0 {
		return false
	}
	for j := gr.lo; j < gr.hi; j++ {
		if a.slot[a.writes[j]] != 0 && a.isBefore(j, i) {
			return false
		}
	}
	return true
}

// sees returns how many events of thread t come before event id so that id sees no earlier writes
// than they do: events that happen before it, or events in its prefix if the model keeps stores in
// order and loads before later operations. All earlier events of its own thread count.
func (g *Graph) sees(id, t int32) int32 {
	switch e := &g.Events[id]; {
	case t == e.Thread:
		return e.Index
	case g.model.HB():
		return g.clock(id, hbClock)[t]
	case g.model.keepsPrefix:
		return g.clock(id, prefixClock)[t]
	}
	return 0
}

// seenThreads returns the threads of which event id sees events. The list is valid until the next call.
func (g *Graph) seenThreads(id int32) []int32 {
	if g.model.HB() || g.model.keepsPrefix {
		return g.Order
	}
	g.ownThread[0] = g.Events[id].Thread
	return g.ownThread[:]
}

// latestSeen returns the latest access of location l by thread t that event id sees, or None.
func (g *Graph) latestSeen(id, l, t int32) int32 {
	b := g.Latest(l, t)
	if b == None {
		return None
	}
	n := g.sees(id, t)
	if n == 0 {
		return None
	}
	for b != None && g.Events[b].Index >= n {
		b = g.Events[b].Same
	}
	return b
}

// source returns the write that access a is or from which it reads.
func (g *Graph) source(a int32) int32 {
	if e := &g.Events[a]; e.Kind.Reads() {
		return e.RF
	}
	return a
}

// precedes reports whether write a is before write b, of the same location, in every co, because b
// sees a.
func (g *Graph) precedes(a, b int32) bool { return g.Events[a].Index < g.sees(b, g.Events[a].Thread) }

// Sources appends to dst the writes that read id may read by coherence, for some co. Threads are in
// the reverse order of their names, and writes of one thread from the latest to the earliest. Init
// comes last.
func (g *Graph) Sources(dst []int32, id int32) []int32 {
	l := g.Events[id].Loc
	if g.Locs[l].First == None {
		return append(dst, Init)
	}
	g.bounds = g.bounds[:0]
	for _, t := range g.seenThreads(id) {
		if b := g.latestSeen(id, l, t); b != None && b != id {
			if w := g.source(b); w >= 0 && !slices.Contains(g.bounds, w) {
				g.bounds = append(g.bounds, w)
			}
		}
	}
	for _, t := range slices.Backward(g.Order) {
		for a := g.Latest(l, t); a != None; a = g.Events[a].Same {
			if e := &g.Events[a]; !e.Kind.Writes() || e.CoBefore == None {
				continue
			}
			if slices.ContainsFunc(g.bounds, func(w int32) bool { return w != a && g.precedes(a, w) }) {
				break // so are the earlier ones
			}
			dst = append(dst, a)
		}
	}
	if len(g.bounds) == 0 {
		dst = append(dst, Init)
	}
	return dst
}

// LastWrites appends to dst the writes of location l in a subgraph that may be the last in some co:
// at most the latest of each thread, with threads in the reverse order of their names. It leaves out
// a write if coherence puts it before another in every co. The result depends on the events of the
// subgraph alone, without read id if that is not None.
func (g *Graph) LastWrites(dst []int32, l, id int32, s Subgraph) []int32 {
	from := len(dst)
	if g.Locs[l].First == None {
		return dst
	}
	for _, t := range slices.Backward(g.Order) {
		for a := g.Latest(l, t); a != None; a = g.Events[a].Same {
			if e := &g.Events[a]; e.Kind.Writes() && e.CoBefore != None && s.holds(g, a) {
				if u := g.rmwAfter(a); u == None || id != None && g.Events[u].Before == id || !s.holds(g, u) {
					dst = append(dst, a)
				}
				break
			}
		}
	}
	if len(dst) < from+2 {
		return dst
	}
	followed := func(w int32) bool {
		for _, t := range g.Order {
			y := g.Latest(l, t)
			for y != None && (y == id || !s.holds(g, y) || g.Events[y].Idle != 0) {
				y = g.Events[y].Same
			}
			if y == None {
				continue
			}
			v := g.source(y)
			if v == w || v < 0 {
				continue
			}
			if g.Events[w].Index < g.sees(y, g.Events[w].Thread) {
				return true
			}
			for _, u := range g.seenThreads(y) {
				if b := g.latestSeen(y, l, u); b != None && b != id && g.source(b) == w {
					return true
				}
			}
		}
		return false
	}
	return append(dst[:from], slices.DeleteFunc(dst[from:], followed)...)
}

// rmwAfter returns the writing half of the RMW that reads write w, or None.
func (g *Graph) rmwAfter(w int32) int32 {
	if u := g.Events[w].CoAfter; u != None && g.Events[u].Kind == ExclusiveWrite && g.Events[g.Events[u].Before].RF == w {
		return u
	}
	return None
}

// Impossible reports whether no co makes the graph consistent. It is called when the present co does
// not, and event id, a read or a write in co, was just added or changed. The answer false has no
// meaning.
func (g *Graph) Impossible(id int32) bool {
	if g.Settled() {
		return true
	}
	if g.model.HB() {
		return false
	}
	g.begin()
	g.visitSettled(id)
	s := &g.search
	for len(s.stack) > 0 && !g.halted() {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if n == id {
			return true
		}
		e := &g.Events[n]
		if e.Kind == ExclusiveWrite {
			s.visit(e.Before)
		}
		g.visitThread(n)
		if e.Kind.Writes() {
			g.visitReaders(n)
		}
		g.visitSettled(n)
	}
	return false
}

// visitSettled visits the writes to which co and fr lead from event n in every co, as far as Settled
// has found.
func (g *Graph) visitSettled(n int32) {
	e := &g.Events[n]
	if !e.inCo() || e.Idle != 0 {
		return
	}
	from := g.source(n)
	if from == Init {
		for w := g.Locs[e.Loc].First; w != None; w = g.Events[w].CoAfter {
			g.search.visit(w)
		}
	} else if w := g.Events[from].CoAfter; w != None && g.settled[w] {
		g.search.visit(w)
	}
}

// Settled reports whether coherence alone excludes every co except the present one: each write comes,
// in every co, after the write directly before it. It records the writes for which that holds. A write
// that comes after one of a chain of RMWs, each of which reads from the one before, comes after all.
func (g *Graph) Settled() bool {
	g.settled = lists.Zeroed(g.settled, len(g.Events))
	all := true
	for l := range g.Locs {
		at := &g.Locs[l]
		if at.First == None || at.First == at.Last {
			continue
		}
		left := g.Events[at.Last].CoPosition - 1
		for v := at.Last; g.Events[v].CoBefore != Init; v = g.Events[v].CoBefore {
			if u := g.Events[v].CoBefore; g.Events[u].Thread == g.Events[v].Thread || g.rmwAfter(u) == v || g.chainedToInit(u) {
				g.settled[v] = true
				left--
			}
		}
		for a := at.Access; a != None && left > 0; a = g.Events[a].Access {
			v := g.source(a)
			if v < 0 || g.Events[a].Idle != 0 || g.settled[v] {
				continue
			}
			u := g.Events[v].CoBefore
			passes := u != Init && at.Locks > 0
			for ; u != Init && !passes; u = g.chained(u) {
				passes = g.Passes(a, u)
			}
			if passes {
				g.settled[v] = true
				left--
			}
		}
		all = all && left == 0
	}
	return all
}

// chained returns the write from which write u reads if u is that of an RMW, and directly before it in
// co; otherwise Init.
func (g *Graph) chained(u int32) int32 {
	if w := g.Events[u].CoBefore; w != Init && g.rmwAfter(w) == u {
		return w
	}
	return Init
}

// chainedToInit reports whether write u is the last of a chain of RMWs of which the first reads Init.
func (g *Graph) chainedToInit(u int32) bool {
	for g.Events[u].CoBefore != Init {
		if u = g.chained(u); u == Init {
			return false
		}
	}
	e := &g.Events[u]
	return e.Kind == ExclusiveWrite && g.Events[e.Before].RF == Init
}

// Passes reports whether access a sees write u of its location, or a read from u, so that the write
// that a is or reads is no earlier than u in any co. The answer false has no meaning.
func (g *Graph) Passes(a, u int32) bool {
	by, l := g.Events[u].Thread, g.Events[u].Loc
	if g.Events[u].Index < g.sees(a, by) {
		return true
	}
	for _, t := range g.seenThreads(a) {
		if b := g.latestSeen(a, l, t); b != None && g.source(b) == u {
			return true
		}
	}
	return false
}
