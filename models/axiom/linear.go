package axiom

import (
	"math/bits"
	"slices"

	"fencepost/models"
	"fencepost/trace/topo"
)

// Linear returns the events in an order in which they may take effect one after another. In each pair
// of before the first event comes earlier. Under the hardware models the order agrees with ppo ∪ rfe
// ∪ co ∪ fr ∪ tc, and a store stands for its commit. Under RC11 it agrees with po ∪ rf ∪ co ∪ fr or,
// if loose is set, with po ∪ rf ∪ psc. No event interrupts an atomic section; a model with reads of old
// values lets a read see what a section has overwritten. The order has only the first half of an RMW,
// and no choices. ok is false if there is no such order, or if the computation is halted.
//
// Only immediate edges of each relation are made, so that memory grows with the number of events, not
// of pairs. The result agrees with the whole relations.
func (g *Graph) Linear(before [][2]int32, loose bool) (order []int32, ok bool) {
	l := linear{g: g}
	if !g.model.HB() {
		l.links = 2 * int32(len(g.Events))
	}
	l.edges.Reset(int(l.links) + len(g.Events))
	for id := range int32(len(g.Events)) {
		g.addOrder(id, loose, l.add)
	}
	switch {
	case !g.model.HB():
		for t := range g.Threads {
			l.addPPO(g.Threads[t].Events)
		}
	case loose:
		for _, id := range g.psc.events {
			if g.halted() {
				return nil, false
			}
			g.addPSC(id, l.add)
		}
	}
	for _, p := range before {
		l.add(p[0], p[1])
	}
	if g.halted() {
		return nil, false
	}
	nodes, ok := l.edges.Eliminate(topo.Smallest)
	for _, n := range nodes {
		if n -= l.links; n < 0 || g.node(n) != n {
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

// A linear is the order of Linear as a graph. Its nodes are first the links of addPPO, and then the
// events. The smallest node is eliminated first, so links do not change the order of the events.
type linear struct {
	g     *Graph
	edges topo.Graph
	links int32 // bound on the number of links
	used  int32 // number of links
}

// add adds an edge between events.
func (l *linear) add(a, b int32) {
	if a, b = l.g.node(a), l.g.node(b); a != b && a >= 0 {
		l.edges.Add(l.links+a, l.links+b, 0)
	}
}

// A placedClass is a class of events: of the accesses of location loc, or of all events if loc is
// None.
type placedClass struct {
	loc   int32
	class models.Class
}

// addPPO adds the preserved program order of a thread's events. A link represents all events of a
// class from a certain one on: edges lead from the link to that event and to the link of the next
// one. So an event needs only one edge for each class of events that it precedes.
func (l *linear) addPPO(events []int32) {
	g := l.g
	ppo := g.model.Hardware.PPO
	next := map[placedClass]int32{} // the link of the first event after the events still to be visited
	link := func(at placedClass, id int32) {
		n := l.used
		l.used++
		l.edges.Add(n, l.links+g.node(id), 0)
		if m, ok := next[at]; ok {
			l.edges.Add(n, m, 0)
		}
		next[at] = n
	}
	follow := func(id, loc int32, classes uint16) {
		for ; classes != 0; classes &= classes - 1 {
			if n, ok := next[placedClass{loc, models.Class(bits.TrailingZeros16(classes))}]; ok {
				l.edges.Add(l.links+g.node(id), n, 0)
			}
		}
	}
	for end := len(events); end > 0 && !g.halted(); {
		node := g.sectionOf(g.node(events[end-1])) // its events are not in order with each other
		for _, id := range node {
			e := &g.Events[id]
			before, _ := e.orderClasses()
			here, elsewhere := ppo.After(before, true), ppo.After(before, false)
			follow(id, None, elsewhere)
			switch {
			case !e.Kind.Accesses():
			case g.Locs[e.Loc].Parts == 0:
				follow(id, e.Loc, here&^elsewhere)
			default:
				l.addPartPPO(id, here&^elsewhere)
			}
		}
		for _, id := range slices.Backward(node) {
			e := &g.Events[id]
			_, after := e.orderClasses()
			if after == 0 {
				continue
			}
			link(placedClass{None, after}, id)
			if e.Kind.Accesses() {
				link(placedClass{e.Loc, after}, id)
			}
		}
		end -= len(node)
	}
}

// addPartPPO adds the preserved program order from event id to the accesses of the same bytes that are of
// some classes.
func (l *linear) addPartPPO(id int32, classes uint16) {
	e := &l.g.Events[id]
	for a := l.g.Latest(e.Loc, e.Thread); a != None && l.g.Events[a].Index > e.Index; a = l.g.Events[a].Same {
		b := &l.g.Events[a]
		if _, after := b.orderClasses(); classes>>after&1 != 0 && b.Part.Overlaps(e.Part) {
			l.add(id, a)
		}
	}
}

// node returns the event that represents id in an order: the first event of its atomic section, or
// the first half of its RMW.
func (g *Graph) node(id int32) int32 {
	if id >= 0 && g.Events[id].Section != 0 {
		return g.sectionOf(id)[0]
	}
	return g.half(id)
}

// half returns the first half of the RMW if id is the second half, and otherwise id.
func (g *Graph) half(id int32) int32 {
	if id >= 0 && g.Events[id].Kind == ExclusiveWrite {
		return g.Events[id].Before
	}
	return id
}

// addOrder adds the edges from event a in all relations except ppo and psc.
func (g *Graph) addOrder(a int32, loose bool, add func(a, b int32)) {
	e := &g.Events[a]
	if list := g.Threads[e.Thread].Events; g.model.HB() && int(e.Index)+1 < len(list) {
		add(a, list[e.Index+1])
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
	case Reuse:
		for _, b := range g.Threads[g.Events[e.RF].Thread].Events[:g.Events[e.RF].Index+1] {
			add(b, a)
		}
	}
	if !e.Kind.Accesses() {
		return
	}
	if e.Kind.Reads() && e.RF >= 0 && (g.model.HB() || !g.forwarded(e)) {
		add(e.RF, a)
	}
	if g.model.HB() && loose {
		return
	}
	if e.Kind.Reads() && e.RF == None {
		return // the execution ends before it reads
	}
	next := g.follower(e)
	overwritten := g.model.ReadsOld() && next != None && e.Kind.Reads() && e.RF >= 0 && g.node(e.RF) == g.node(next) // by the section that wrote it
	if next != None && !overwritten {
		add(a, next)
	}
}

// keeps reports whether the model's ppo, extended to thread exits and frees, orders a before b.
func (g *Graph) keeps(a, b *Event) bool {
	before, _ := a.orderClasses()
	_, after := b.orderClasses()
	return g.model.Hardware.PPO.Keeps(before, after, a.Loc == b.Loc && a.Part.Overlaps(b.Part))
}

// orderClasses returns the class of e in the orders of the hardware models, as the earlier and as the
// later of two events. Stores may stay in a buffer while their thread exits or frees. So an exit or
// the end of an object's life is like a join for earlier events, and like a creation for later ones.
func (e *Event) orderClasses() (before, after models.Class) {
	if e.Kind == Exit || e.Kind == Free || e.Kind == End {
		return models.Create, models.Join
	}
	return e.class(), e.class()
}
