package axiom

import (
	"math/bits"
	"slices"

	"fencepost/models"
	"fencepost/trace/topo"
)

// Linear returns the events in an order in which they may take effect one after
// the other, given pairs of events of which the first has to come earlier: under
// the hardware models one that agrees with ppo ∪ rfe ∪ co ∪ fr ∪ tc, a store
// standing for its commit; under RC11 with po ∪ rf ∪ co ∪ fr, or, if loose is set,
// with po ∪ rf ∪ psc. Atomic sections are not interrupted. Of an RMW it has the first half
// only, and no choices. There may be none, or the search is halted; then ok is false.
//
// Of each relation only immediate edges are made, so that time and memory grow with the
// events, not with their pairs. The order is that of the whole relations.
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
		g.addPSCOrder(l.add)
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

// A linear is the order that Linear looks for, as a graph. Its nodes are first the links
// of addPPO, then the events: the smallest node is eliminated first, so links do not
// change the order of the events.
type linear struct {
	g     *Graph
	edges topo.Graph
	links int32 // how many there may be
	used  int32 // how many of them there are
}

// add adds an edge between events.
func (l *linear) add(a, b int32) {
	if a, b = l.g.node(a), l.g.node(b); a != b && a >= 0 {
		l.edges.Add(l.links+a, l.links+b, 0)
	}
}

// A placedClass is a class of events: of the accesses of location loc, or of all events if
// that is None.
type placedClass struct {
	loc   int32
	class models.Class
}

// addPPO adds the preserved program order of a thread's events. A link stands for the
// events of a class from one of them on: an edge leads from it to that event and to the
// link of the next. So an event needs one edge for each class that it stays before.
func (l *linear) addPPO(events []int32) {
	g := l.g
	ppo := g.model.Hardware.PPO
	next := map[placedClass]int32{} // the link of the first event after those that were not looked at
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
			if e.Kind.Accesses() {
				follow(id, e.Loc, here&^elsewhere)
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

// addOrder adds what event a comes before by all relations except ppo and psc.
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
	if e.Kind.Reads() && e.RF >= 0 && (g.model.HB() || g.Events[e.RF].Thread != e.Thread) {
		add(e.RF, a)
	}
	if g.model.HB() && loose {
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

// keeps is the model's ppo, extended to the exit of a thread and to free.
func (g *Graph) keeps(a, b *Event) bool {
	before, _ := a.orderClasses()
	_, after := b.orderClasses()
	return g.model.Hardware.PPO.Keeps(before, after, a.Loc == b.Loc)
}

// orderClasses returns what the hardware models' orders know of e as the earlier and as the
// later of two events. Stores may stay in a buffer while their thread exits or frees: what
// comes before that is what comes before a join, what comes after is what comes after a
// creation.
func (e *Event) orderClasses() (before, after models.Class) {
	if e.Kind == Exit || e.Kind == Free {
		return models.Create, models.Join
	}
	return e.class(), e.class()
}
