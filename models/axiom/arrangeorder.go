package axiom

import (
	"math/bits"
	"slices"

	"fencepost/trace/lists"
)

// The order of events that the model keeps acyclic, for Arrange: under hardware models the order of
// all events, and under RC11 psc.

// number assigns nodes to events, and reports whether there are any. Under hardware models the halves
// of an RMW are one node.
func (a *arrangement) number() bool {
	g := a.g
	a.nodes = a.nodes[:0]
	if g.model.HB() {
		for _, id := range g.psc.events {
			if a.in.holds(g, id) && (g.Events[id].Kind == Fence || g.Events[id].isSC()) {
				a.nodes = append(a.nodes, id)
			}
		}
		if len(a.nodes) == 0 {
			return false
		}
		a.node = lists.Zeroed(a.node, len(g.Events))
		for n, id := range a.nodes {
			a.node[id] = int32(n) + 1
		}
		a.listFences()
	} else {
		a.node = lists.Zeroed(a.node, len(g.Events))
		for id := range int32(len(g.Events)) {
			switch e := &g.Events[id]; {
			case e.Kind == ExclusiveWrite && a.in.holds(g, id):
				a.node[id] = a.node[e.Before]
			case e.Kind != ExclusiveWrite && (e.ordered() || e.Kind == Exit || e.Kind == Free) && a.in.holds(g, id):
				a.nodes = append(a.nodes, id)
				a.node[id] = int32(len(a.nodes))
			}
		}
	}
	a.wide = (len(a.nodes) + 63) / 64
	return true
}

// listFences lists the nodes that are fences.
func (a *arrangement) listFences() {
	a.fences, a.fenceList = a.fences[:0], a.fenceList[:0]
	for side := range a.fenceAt {
		a.fenceAt[side] = lists.Zeroed(a.fenceAt[side], len(a.g.Events))
	}
	for n, id := range a.nodes {
		if a.g.Events[id].Kind == Fence {
			a.fences = append(a.fences, int32(n))
		}
	}
}

// base adds the edges that every co has: those that do not depend on co, and those that follow from
// before. It reports whether they make no cycle.
func (a *arrangement) base() bool {
	a.edges = lists.Zeroed(a.edges, len(a.nodes)*a.wide)
	if a.g.model.HB() {
		a.basePSC()
	} else {
		a.baseHardware()
	}
	for _, gr := range a.groups {
		for i := gr.lo; i < gr.hi; i++ {
			a.eachAfter(i, gr, func(j int32) { a.implies(i, j, a.pair) })
		}
	}
	return a.close()
}

// eachAfter calls f for the writes of a group that are known to be after write i. Under hardware models
// it leaves out a write if another one is known to be between: the edges to that one imply those to the
// write. Under RC11 every pair of writes has edges of its own.
func (a *arrangement) eachAfter(i int32, gr group, f func(j int32)) {
	row := a.before[int(i)*a.rows : (int(i)+1)*a.rows]
	for k := gr.lo >> 6; k <= (gr.hi-1)>>6; k++ {
		for more := row[k]; more != 0; more &= more - 1 {
			j := k<<6 + int32(bits.TrailingZeros64(more))
			if a.g.model.HB() || !a.hasBetween(row, j, gr) {
				f(j)
			}
		}
	}
}

// hasBetween reports whether some write of row is known to be before write j.
func (a *arrangement) hasBetween(row []uint64, j int32, gr group) bool {
	for k := gr.lo >> 6; k <= (gr.hi-1)>>6; k++ {
		for more := row[k]; more != 0; more &= more - 1 {
			if a.isBefore(k<<6+int32(bits.TrailingZeros64(more)), j) {
				return true
			}
		}
	}
	return false
}

// pair adds an edge to edges. It returns true.
func (a *arrangement) pair(u, v int32) bool {
	if u >= 0 && v >= 0 {
		a.edges[int(u)*a.wide+int(v>>6)] |= 1 << (v & 63)
	}
	return true
}

// close computes reach from edges. It reports whether they have no cycle.
func (a *arrangement) close() bool {
	const (
		onPath = 1 + iota
		done
	)
	n := len(a.nodes)
	a.reach, a.state = append(a.reach[:0], a.edges...), lists.Zeroed(a.state, n)
	for root := range int32(n) {
		if a.state[root] != 0 {
			continue
		}
		a.path = append(a.path[:0], root)
		for len(a.path) > 0 {
			u := a.path[len(a.path)-1]
			row := a.reach[int(u)*a.wide : (int(u)+1)*a.wide]
			if a.state[u] == 0 {
				a.state[u] = onPath
				for k, w := range row {
					for ; w != 0; w &= w - 1 {
						switch v := int32(k<<6 + bits.TrailingZeros64(w)); a.state[v] {
						case onPath:
							return false
						case 0:
							a.path = append(a.path, v)
						}
					}
				}
				continue
			}
			a.path = a.path[:len(a.path)-1]
			if a.state[u] == done {
				continue
			}
			a.state[u] = done
			for k, w := range a.edges[int(u)*a.wide : (int(u)+1)*a.wide] {
				for ; w != 0; w &= w - 1 {
					v := k<<6 + bits.TrailingZeros64(w)
					for m, x := range a.reach[v*a.wide : (v+1)*a.wide] {
						row[m] |= x
					}
				}
			}
		}
	}
	return true
}

// baseHardware adds the edges of ppo, tc, rfe, and fr from reads of Init.
func (a *arrangement) baseHardware() {
	g := a.g
	for n, id := range a.nodes {
		a.leadsOn(n, id)
		if e := &g.Events[id]; e.Kind == ExclusiveRead {
			if list := g.Threads[e.Thread].Events; int(e.Index)+1 < len(list) && a.in.holds(g, list[e.Index+1]) {
				a.leadsOn(n, list[e.Index+1])
			}
		}
	}
	for k, gr := range a.groups {
		for i := gr.lo; i < gr.hi; i++ {
			w := a.writes[i]
			for r := a.seen[i]; r > 0; r = a.chain[r-1] {
				if g.Events[r-1].Thread != g.Events[w].Thread {
					a.pairOf(w, r-1)
				}
			}
			for r := a.ofInit[k]; r > 0; r = a.chain[r-1] {
				a.pairOf(r-1, w)
			}
		}
	}
}

// pairOf is pair for events.
func (a *arrangement) pairOf(x, y int32) {
	if u, v := a.node[x]-1, a.node[y]-1; u != v {
		a.pair(u, v)
	}
}

// leadsOn adds the edges of ppo and tc from event id, which is node n or a half of it.
func (a *arrangement) leadsOn(n int, id int32) {
	g := a.g
	g.begin()
	g.visitThread(id)
	row := a.edges[n*a.wide : (n+1)*a.wide]
	for _, m := range g.search.stack {
		if v := a.node[m] - 1; v >= 0 && int(v) != n {
			row[v>>6] |= 1 << (v & 63)
		}
	}
}

// link adds an edge between nodes. It reports whether there is no cycle.
func (a *arrangement) link(u, v int32) bool {
	switch {
	case u < 0 || v < 0 || a.leadsTo(u, v):
		return true
	case u == v || a.leadsTo(v, u):
		return false
	}
	after := a.reach[int(v)*a.wide : (int(v)+1)*a.wide]
	for n := range int32(len(a.nodes)) {
		if n == u || a.leadsTo(n, u) {
			row := a.reach[int(n)*a.wide : (int(n)+1)*a.wide]
			for k, w := range after {
				row[k] |= w
			}
			row[v>>6] |= 1 << (v & 63)
		}
	}
	return true
}

// leadsTo reports whether a path leads from node u to node v.
func (a *arrangement) leadsTo(u, v int32) bool {
	return a.reach[int(u)*a.wide+int(v>>6)]>>(v&63)&1 != 0
}

// implies calls f for the edges that follow if write i is before write j in co, until it returns
// false. It reports whether f returned true for each.
func (a *arrangement) implies(i, j int32, f func(u, v int32) bool) bool {
	if a.g.model.HB() {
		return a.eachPSC(i, j, f)
	}
	to := a.node[a.writes[j]] - 1
	each := func(x int32) bool {
		from := a.node[x] - 1
		return from == to || f(from, to)
	}
	if !each(a.writes[i]) {
		return false
	}
	for r := a.seen[i]; r > 0; r = a.chain[r-1] {
		if !each(r - 1) {
			return false
		}
	}
	return true
}

// closes reports whether there would be a cycle if write i were before write j in co.
func (a *arrangement) closes(i, j int32) bool {
	return !a.implies(i, j, func(u, v int32) bool { return u != v && !a.leadsTo(v, u) })
}

// basePSC adds the edges of psc that do not depend on co: see pscFromAccess. It adds an edge from a fence to
// every event that the fence happens before. These edges make no cycle that psc does not have.
func (a *arrangement) basePSC() {
	g := a.g
	a.linked = lists.Zeroed(a.linked, len(g.Threads))
	for u, x := range a.nodes {
		e := &g.Events[x]
		next := int32(None)
		if e.Kind != Fence {
			if e.Idle != 0 {
				continue
			}
			next = g.otherLocation(e, 1)
		}
		for v, y := range a.nodes {
			f := &g.Events[y]
			if u == v || a.linked[f.Thread] == int32(u)+1 {
				continue // psc leads on from the first event of the thread
			}
			leads := false
			switch {
			case e.Kind == Fence:
				leads = g.happensBefore(x, y)
			case f.Kind == Fence:
				leads = a.leadsToFence(e, x, y)
			default:
				leads = g.staysBefore(x, y, next)
			}
			if leads {
				a.linked[f.Thread] = int32(u) + 1
				a.pair(int32(u), int32(v))
			}
		}
	}
	for k, gr := range a.groups {
		for i := gr.lo; i < gr.hi; i++ {
			w := a.writes[i]
			for r := a.seen[i]; r > 0; r = a.chain[r-1] {
				a.linkRead(w, r-1, a.pair)
			}
			for r := a.ofInit[k]; r > 0; r = a.chain[r-1] {
				if g.half(a.writes[i]) != r-1 {
					a.eachPSCFrom(r-1, i, a.pair)
				}
			}
		}
	}
}

// leadsToFence reports whether psc leads from access x, which is e, to fence y by
// happens-before.
func (a *arrangement) leadsToFence(e *Event, x, y int32) bool {
	g := a.g
	if !g.happensBefore(x, y) {
		return false
	}
	if list := g.Threads[e.Thread].Events; int(e.Index)+1 < len(list) {
		if n := list[e.Index+1]; a.in.holds(g, n) && (n == y || g.happensBefore(n, y)) {
			return true
		}
	}
	for b := g.Locs[e.Loc].Access; b != None; b = g.Events[b].Access {
		if b != x && a.in.holds(g, b) && g.happensBefore(x, b) && g.happensBefore(b, y) {
			return true
		}
	}
	return false
}

// eachPSC calls f for the edges of psc, between nodes, that follow when write i is before
// write j in co, until it returns false.
func (a *arrangement) eachPSC(i, j int32, f func(u, v int32) bool) bool {
	if !a.eachPSCFrom(a.writes[i], j, f) {
		return false
	}
	for r := a.seen[i]; r > 0; r = a.chain[r-1] {
		if a.g.half(a.writes[j]) != r-1 && !a.eachPSCFrom(r-1, j, f) {
			return false
		}
	}
	return true
}

// eachPSCFrom is eachPSC for access x, which is or reads a write before write j.
func (a *arrangement) eachPSCFrom(x, j int32, f func(u, v int32) bool) bool {
	if len(a.fencesBefore(x)) == 0 && a.node[x] == 0 {
		return true
	}
	if !a.linkAccesses(x, a.writes[j], f) {
		return false
	}
	for r := a.seen[j]; r > 0; r = a.chain[r-1] {
		if !a.linkRead(x, r-1, f) {
			return false
		}
	}
	return true
}

// linkRead calls f for the edges that follow because read r comes after access x in eco, and not by co
// or fr alone, until it returns false.
func (a *arrangement) linkRead(x, r int32, f func(u, v int32) bool) bool {
	if a.g.model.CXX20 {
		return a.linkAccesses(x, r, f)
	}
	return a.linkAll(a.fencesBefore(x), a.fencesAfter(r), f)
}

// linkAccesses calls f for the edges from access x, if it is seq_cst, and the fences before it, to
// access y and the fences after it, until it returns false.
func (a *arrangement) linkAccesses(x, y int32, f func(u, v int32) bool) bool {
	before, after, u, v := a.fencesBefore(x), a.fencesAfter(y), a.node[x]-1, a.node[y]-1
	if !a.linkAll(before, after, f) {
		return false
	}
	for _, n := range before {
		if v >= 0 && !f(n, v) {
			return false
		}
	}
	for _, n := range after {
		if u >= 0 && !f(u, n) {
			return false
		}
	}
	return u < 0 || v < 0 || f(u, v)
}

func (a *arrangement) linkAll(from, to []int32, f func(u, v int32) bool) bool {
	for _, u := range from {
		for _, v := range to {
			if !f(u, v) {
				return false
			}
		}
	}
	return true
}

// fencesBefore lists the nodes of the latest seq_cst fence of each thread that happens before access x.
// The earlier fences of a thread come before its later ones.
func (a *arrangement) fencesBefore(x int32) []int32 { return a.fencesOf(0, x) }

// fencesAfter lists the nodes of the earliest seq_cst fence of each thread that access x happens before.
func (a *arrangement) fencesAfter(x int32) []int32 { return a.fencesOf(1, x) }

// fencesOf is fencesBefore or, if side is 1, fencesAfter.
func (a *arrangement) fencesOf(side int, x int32) []int32 {
	at := a.fenceAt[side][x]
	if at == 0 {
		at = int32(len(a.fenceList)) + 1
		a.fenceList = append(a.fenceList, 0)
		for k := range a.fences {
			n := a.fences[k]
			if side == 0 {
				n = a.fences[len(a.fences)-1-k]
			}
			f := a.nodes[n]
			if side == 0 && a.g.happensBefore(f, x) || side == 1 && a.g.happensBefore(x, f) {
				if !slices.ContainsFunc(a.fenceList[at:], func(m int32) bool { return a.g.Events[a.nodes[m]].Thread == a.g.Events[f].Thread }) {
					a.fenceList = append(a.fenceList, n)
				}
			}
		}
		a.fenceList[at-1] = int32(len(a.fenceList)) - at
		a.fenceAt[side][x] = at
	}
	return a.fenceList[at : at+a.fenceList[at-1]]
}
