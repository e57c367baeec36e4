package axiom

import (
	"fencepost/models"
	"fencepost/trace/topo"
)

// Linear returns the events in an order in which they may take effect one after
// the other, given pairs of events of which the first has to come earlier: under
// the hardware models one that agrees with ppo ∪ rfe ∪ co ∪ fr ∪ tc, a store
// standing for its commit; under RC11 with po ∪ rf ∪ co ∪ fr, or, if loose is set,
// with po ∪ rf ∪ psc. Atomic sections are not interrupted. Of an RMW it has the first half
// only, and no choices. There may be none; then ok is false.
func (g *Graph) Linear(before [][2]int32, loose bool) (order []int32, ok bool) {
	var t topo.Graph
	t.Reset(len(g.Events))
	add := func(a, b int32) {
		if a, b = g.node(a), g.node(b); a != b && a >= 0 {
			t.Add(a, b, 0)
		}
	}
	for id := range int32(len(g.Events)) {
		g.addOrder(id, loose, add)
	}
	for _, p := range before {
		add(p[0], p[1])
	}
	nodes, ok := t.Eliminate(topo.Smallest)
	for _, n := range nodes {
		if g.node(n) != n {
			continue
		}
		for _, id := range g.sectionOf(n) {
			if k := g.Events[id].Kind; k != ExclusiveWrite && k != Choice {
				order = append(order, id)
			}
		}
	}
	return order, ok
}

// node returns the event that stands for id in an order: the first of its atomic section,
// or the first half of an RMW for its second.
func (g *Graph) node(id int32) int32 {
	if id >= 0 && g.Events[id].Section != 0 {
		return g.sectionOf(id)[0]
	}
	return g.half(id)
}

// half returns the first half of an RMW for its second.
func (g *Graph) half(id int32) int32 {
	if id >= 0 && g.Events[id].Kind == ExclusiveWrite {
		return g.Events[id].Before
	}
	return id
}

// addOrder adds what event a comes before.
func (g *Graph) addOrder(a int32, loose bool, add func(a, b int32)) {
	e := &g.Events[a]
	later := g.Threads[e.Thread].Events[e.Index+1:]
	if g.model.HB() {
		later = later[:min(len(later), 1)]
	}
	for _, b := range later {
		if g.model.HB() || g.keeps(e, &g.Events[b]) {
			add(a, b)
		}
	}
	switch e.Kind {
	case Create:
		for _, b := range g.Threads[e.Peer].Events {
			add(a, b)
		}
	case Join:
		for _, b := range g.Threads[e.Peer].Events {
			add(b, a)
		}
	}
	if !e.Kind.Accesses() {
		if g.model.HB() && loose && e.isSC() {
			g.addPSC(a, add)
		}
		return
	}
	if e.Kind.Reads() && e.RF >= 0 && (g.model.HB() || g.Events[e.RF].Thread != e.Thread) {
		add(e.RF, a)
	}
	if g.model.HB() && loose {
		if e.isSC() {
			g.addPSC(a, add)
		}
		return
	}
	next := e.CoAfter
	if e.Kind.Reads() {
		if e.RF == None {
			return // it ends the execution, before it reads
		}
		next = g.After(e.RF, e.Loc)
	}
	if next != None && !(e.RF >= 0 && e.Kind.Reads() && g.node(e.RF) == g.node(next)) { // a section overwrites what it wrote
		add(a, next)
	}
}

// addPSC adds what psc leads to from seq_cst event x, beside what po ∪ rf does.
func (g *Graph) addPSC(x int32, add func(a, b int32)) {
	p := &g.psc
	p.seen, p.stack = append(p.seen[:0], make([]bool, len(p.events))...), p.stack[:0]
	if g.Events[x].Kind == Fence {
		g.pscFromFence(x)
	} else {
		g.pscFromAccess(x)
	}
	for _, y := range p.stack {
		add(x, y)
	}
}

// keeps is the model's ppo, extended to the exit of a thread and to free, which
// the stores before them outlast in a buffer: what comes before them is what comes
// before a join, what comes after is what comes after a creation.
func (g *Graph) keeps(a, b *Event) bool {
	before, after := a.class(), b.class()
	if a.Kind == Exit || a.Kind == Free {
		before = models.Create
	}
	if b.Kind == Exit || b.Kind == Free {
		after = models.Join
	}
	return g.model.Hardware.PPO.Keeps(before, after, a.Loc == b.Loc)
}
