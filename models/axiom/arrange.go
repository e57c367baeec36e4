package axiom

import (
	"cmp"
	"slices"

	"fencepost/models"
)

// Coherence order is a means: what a program can see are the writes that its reads read. A
// graph that says who reads from whom is consistent if some co makes it so. Arrange looks
// for one. What every co has comes first: the order of the writes that accesses see which
// come one after the other (by happens-before, or in one thread), and nothing between an
// RMW and what it reads. Then it saturates: of two writes, one order would close a cycle in
// the model's order of events, so they have the other. What is left is decided at will, and
// undone if it leads nowhere (Abdulla, Atig, Jonsson, Lång, Ngo and Sagonas, OOPSLA 2019,
// for SC; Bui, Chatterjee, Gautam, Pavlogiannis and Toman, OOPSLA 2021, for TSO and PSO).
// RC11 without seq_cst events asks nothing beyond the first step (Abdulla, Atig, Jonsson and
// Ngo, OOPSLA 2018, for release-acquire), so nothing is decided there.
//
// The writes of a location with accesses of lock words keep the co that they have.

// A Subgraph is the events of a graph up to Upto and those Kept with Keeper, which is left
// out itself if it is a write. If Keeper is None, it is the whole graph.
type Subgraph struct{ Upto, Keeper int32 }

// Whole is the whole graph.
var Whole = Subgraph{Keeper: None}

// holds reports whether event id of g is in the subgraph.
func (s Subgraph) holds(g *Graph, id int32) bool {
	return s.Keeper == None || id <= s.Upto || g.Kept(id, s.Keeper) && (id != s.Keeper || !g.Events[id].Kind.Writes())
}

// Arrange puts the writes into a co with which the graph satisfies the model, and in which
// of each pair the first write is before the second. It depends on the events alone, not on
// the co that the graph has. It reports false, and changes nothing, if there is none. A read at which its
// thread stops (Event.Idle) asks for nothing, nor does one that reads what is not there. No event is of a part of a location or of an
// atomic section.
func (g *Graph) Arrange(pairs [][2]int32) bool {
	a := &g.arrangement
	if !a.solve(g, Whole, pairs) {
		return false
	}
	a.install()
	return true
}

// Arrangeable reports whether there is such a co for a subgraph, which holds what its
// events depend on.
func (g *Graph) Arrangeable(s Subgraph) bool { return g.arrangement.solve(g, s, nil) }

// An arrangement is the memory of Arrange.
type arrangement struct {
	g      *Graph
	in     Subgraph
	writes []int32 // of the subgraph, by location and then in the order in which they were added
	groups []group // by location with writes
	slot   []int32 // by event: 1 + the place of a write in writes
	next   []int32 // by slot: of the RMW that reads the write, or None
	prev   []int32 // by slot: of the write that the RMW reads; Init, or None of other writes
	rows   int     // words of a row of before
	before []uint64
	seen   []reader // by slot: the first in readers of those that read it
	first  []reader // by group: of Init's
	chain  []int32  // by event that reads: 1 + the next that reads the same
	work   [][2]int32

	ordered bool     // there are nodes
	node    []int32  // by event: 1 + its node
	nodes   []int32  // by node: the event
	wide    int      // words of a row of reach
	reach   []uint64 // by node: where paths lead
	sets    [4][]int32
	saved   [][]uint64
}

// A reader is 1 + an event, or 0.
type reader = int32

// A group is the writes of one location: those from lo up to hi.
type group struct{ loc, lo, hi int32 }

func (a *arrangement) solve(g *Graph, s Subgraph, pairs [][2]int32) bool {
	a.g, a.in = g, s
	a.collect()
	a.work = a.work[:0]
	a.ordered = a.number()
	if a.ordered && !a.base() || !a.chains() || !a.coherence() {
		return false
	}
	for _, p := range pairs {
		if !a.add(a.slot[p[0]]-1, a.slot[p[1]]-1) {
			return false
		}
	}
	return !a.ordered || a.decide(0)
}

// grown returns a list of n zeros in the memory of list.
func grown[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// collect lists the writes and who reads them.
func (a *arrangement) collect() {
	g := a.g
	a.slot, a.chain = grown(a.slot, len(g.Events)), grown(a.chain, len(g.Events))
	a.writes, a.groups, a.first = a.writes[:0], a.groups[:0], a.first[:0]
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
		a.groups, a.first = append(a.groups, group{int32(l), lo, int32(len(a.writes))}), append(a.first, 0)
	}
	n := len(a.writes)
	a.rows = (n + 63) / 64
	a.before = grown(a.before, n*a.rows)
	a.next, a.prev, a.seen = grown(a.next, n), grown(a.prev, n), grown(a.seen, n)
	for i, id := range a.writes {
		a.slot[id] = int32(i) + 1
		a.next[i], a.prev[i] = None, None
	}
	for k, of := range a.groups {
		for id := g.Locs[of.loc].Access; id != None; id = g.Events[id].Access {
			e := &g.Events[id]
			if !e.Kind.Reads() || e.RF == None || e.Idle != 0 || !a.in.holds(g, id) {
				continue
			}
			head := &a.first[k]
			if e.RF >= 0 {
				if a.slot[e.RF] == 0 {
					continue // a lock that was served by a release which is not there
				}
				head = &a.seen[a.slot[e.RF]-1]
			}
			a.chain[id], *head = *head, id+1
		}
	}
}

// chains notes which writes are of RMWs, and puts the writes of lock words into the order
// that they have.
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
	for _, of := range a.groups {
		ofInit := int32(None)
		for i := of.lo; i < of.hi; i++ {
			if a.prev[i] == Init {
				if ofInit != None {
					return false
				}
				ofInit = i
			}
		}
		for i := of.lo; i < of.hi; i++ {
			switch {
			case ofInit != None && i != ofInit && !a.add(ofInit, i):
				return false
			case a.prev[i] >= 0 && !a.add(a.prev[i], i):
				return false
			case g.Locs[of.loc].Locks > 0 && i > of.lo && !a.add(i-1, i):
				return false
			}
		}
	}
	return true
}

// coherence adds what the accesses see that come one after the other.
func (a *arrangement) coherence() bool {
	g := a.g
	for _, of := range a.groups {
		for id := g.Locs[of.loc].Access; id != None; id = g.Events[id].Access {
			e := &g.Events[id]
			if !e.inCo() || e.Idle != 0 || !a.in.holds(g, id) {
				continue
			}
			if !a.sees(e.Same, e) {
				return false
			}
			if !g.model.HB() {
				continue
			}
			for t, n := range g.clock(id, hbClock) {
				if int32(t) == e.Thread || n == 0 {
					continue
				}
				b := g.Latest(of.loc, int32(t))
				for b != None && g.Events[b].Index >= n {
					b = g.Events[b].Same
				}
				if !a.sees(b, e) {
					return false
				}
			}
		}
	}
	return true
}

// sees has access e, which comes after access b, see no earlier write than b does.
func (a *arrangement) sees(b int32, e *Event) bool {
	if b == None {
		return true
	}
	from, to := a.g.source(b), a.g.source(a.g.Threads[e.Thread].Events[e.Index])
	switch {
	case from == to || from < 0 || a.slot[from] == 0 || to >= 0 && a.slot[to] == 0:
		return true
	case to < 0:
		return false
	}
	return a.add(a.slot[from]-1, a.slot[to]-1)
}

// is reports whether write i is known to be before write j in co.
func (a *arrangement) is(i, j int32) bool {
	return a.before[int(i)*a.rows+int(j>>6)]>>(j&63)&1 != 0
}

// add puts write p before write q, and what follows; it reports whether that can be.
func (a *arrangement) add(p, q int32) bool {
	a.work = append(a.work[:0], [2]int32{p, q})
	for len(a.work) > 0 {
		n := len(a.work) - 1
		p, q := a.work[n][0], a.work[n][1]
		a.work = a.work[:n]
		switch {
		case p == q || a.is(q, p) || a.prev[q] == Init:
			return false
		case a.is(p, q):
		case a.prev[q] >= 0 && a.prev[q] != p:
			if !a.is(a.prev[q], q) && !a.close(a.prev[q], q) {
				return false
			}
			a.work = append(a.work, [2]int32{p, a.prev[q]})
		case a.next[p] >= 0 && a.next[p] != q:
			if !a.is(p, a.next[p]) && !a.close(p, a.next[p]) {
				return false
			}
			a.work = append(a.work, [2]int32{a.next[p], q})
		case !a.close(p, q):
			return false
		}
	}
	return true
}

// close adds a pair to before, and those that follow by transitivity.
func (a *arrangement) close(p, q int32) bool {
	lo, hi := a.groupOf(p)
	for i := lo; i < hi; i++ {
		if i != p && !a.is(i, p) || a.is(i, q) {
			continue
		}
		for j := lo; j < hi; j++ {
			if j != q && !a.is(q, j) || a.is(i, j) {
				continue
			}
			if i == j {
				return false
			}
			a.before[int(i)*a.rows+int(j>>6)] |= 1 << (j & 63)
			if a.ordered && !a.implies(i, j) {
				return false
			}
		}
	}
	return true
}

// groupOf returns the bounds of the group of write i.
func (a *arrangement) groupOf(i int32) (lo, hi int32) {
	k, _ := slices.BinarySearchFunc(a.groups, i, func(of group, i int32) int {
		if of.hi <= i {
			return -1
		}
		return 1
	})
	return a.groups[k].lo, a.groups[k].hi
}

// decide settles the order of all pairs of writes.
func (a *arrangement) decide(depth int) bool {
	for changed := true; changed; {
		changed = false
		for _, of := range a.groups {
			for i := of.lo; i < of.hi; i++ {
				for j := i + 1; j < of.hi; j++ {
					if a.is(i, j) || a.is(j, i) {
						continue
					}
					switch forth, back := a.closes(i, j), a.closes(j, i); {
					case forth && back || a.g.halted():
						return false
					case forth && !a.add(j, i), back && !a.add(i, j):
						return false
					case forth || back:
						changed = true
					}
				}
			}
		}
	}
	i, j := a.undecided()
	if i < 0 {
		return true
	}
	for len(a.saved) <= depth {
		a.saved = append(a.saved, nil)
	}
	a.saved[depth] = append(append(a.saved[depth][:0], a.before...), a.reach...)
	if a.add(i, j) && a.decide(depth+1) {
		return true
	}
	copy(a.before, a.saved[depth])
	copy(a.reach, a.saved[depth][len(a.before):])
	return !a.g.halted() && a.add(j, i) && a.decide(depth+1)
}

// undecided returns a pair of writes whose order is not known, the one that was added first
// before the other; or -1.
func (a *arrangement) undecided() (i, j int32) {
	for _, of := range a.groups {
		for i := of.lo; i < of.hi; i++ {
			for j := i + 1; j < of.hi; j++ {
				if !a.is(i, j) && !a.is(j, i) {
					return i, j
				}
			}
		}
	}
	return -1, -1
}

// install puts the writes into a co that agrees with before: of the writes that may come
// next the one added first, and what follows it at once.
func (a *arrangement) install() {
	g := a.g
	for _, of := range a.groups {
		l := &g.Locs[of.loc]
		if l.Locks > 0 {
			continue
		}
		l.First, l.Last = None, Init
		for range of.hi - of.lo {
			for i := of.lo; i < of.hi; i++ {
				if a.slot[a.writes[i]] == 0 || !a.leads(i, of) {
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

// leads reports whether no write of the group that was not put into co yet is before write
// i, and i is of no RMW that comes right after another write.
func (a *arrangement) leads(i int32, of group) bool {
	if a.prev[i] >= 0 {
		return false
	}
	for j := of.lo; j < of.hi; j++ {
		if a.slot[a.writes[j]] != 0 && a.is(j, i) {
			return false
		}
	}
	return true
}

// Overwritten reports whether read id reads what, whatever co is, coherence does not let it
// read. That it says no means nothing.
func (g *Graph) Overwritten(id int32) bool {
	e := &g.Events[id]
	if !e.Kind.Reads() {
		return false
	}
	for t := range int32(len(g.Threads)) {
		var n int32
		switch {
		case t == e.Thread:
			n = e.Index
		case g.model.HB():
			n = g.clock(id, hbClock)[t]
		case g.model.keepsPrefix():
			n = g.clock(id, prefixClock)[t]
		}
		if n == 0 {
			continue
		}
		b := g.Latest(e.Loc, t)
		for b != None && g.Events[b].Index >= n {
			b = g.Events[b].Same
		}
		if b == None {
			continue
		}
		if w := g.source(b); w >= 0 && w != e.RF && (e.RF < 0 || g.stays(e.RF, w)) {
			return true
		}
	}
	return false
}

// Followed reports whether something in a subgraph puts a write after write w whatever co
// is: an RMW that reads it, or coherence. That it says no means nothing. It depends on the
// events of the subgraph alone.
func (g *Graph) Followed(w int32, s Subgraph) bool {
	for a := g.Locs[g.Events[w].Loc].Access; a != None; a = g.Events[a].Access {
		e := &g.Events[a]
		if !s.holds(g, a) || e.Kind.Reads() && e.RF < 0 || e.Idle != 0 {
			continue
		}
		if e.Kind == ExclusiveWrite && g.Events[e.Before].RF == w {
			return true
		}
		if b := g.source(a); b != w && g.stays(w, b) {
			return true
		}
	}
	return false
}

// CompareThreads orders events by their threads, and those of a thread as they are in it,
// whatever the numbers of the threads are.
func (g *Graph) CompareThreads(a, b int32) int {
	x, y := &g.Events[a], &g.Events[b]
	return cmp.Or(slices.Compare(g.Threads[x.Thread].path, g.Threads[y.Thread].path), cmp.Compare(x.Index, y.Index))
}

// stays reports whether write a is before write b, of the same location, in every co, as
// the one comes before the other in its thread, or by what the model keeps.
func (g *Graph) stays(a, b int32) bool {
	switch x, y := &g.Events[a], &g.Events[b]; {
	case x.Thread == y.Thread:
		return x.Index < y.Index
	case g.model.HB():
		return g.happensBefore(a, b)
	}
	return g.model.keepsPrefix() && g.InPrefix(a, b)
}

// keepsPrefix reports whether of two events of a graph, the one in the po ∪ rf prefix of the
// other, a later one in the order of memory is none that a thread has passed by: the model
// keeps stores in order, and loads before what comes after them.
func (m *Model) keepsPrefix() bool {
	p := m.Hardware.PPO
	return p.Keeps(models.W, models.W, false) && p.Keeps(models.R, models.R, false) && p.Keeps(models.R, models.W, false)
}

// source returns the write that access a is or reads.
func (g *Graph) source(a int32) int32 {
	if e := &g.Events[a]; e.Kind.Reads() {
		return e.RF
	}
	return a
}
