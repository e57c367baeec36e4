package explore

import (
	"fencepost/models/axiom"
)

// SC reports whether the execution is sequentially consistent: whether program
// order, rf, co and fr, with thread creation and join, have no cycle.
func (g *Graph) SC() bool {
	n := len(g.Events)
	s := scGraph{next: make([][]int32, n), degree: make([]int32, n)}
	type place struct {
		addr uint64
		size uint8
	}
	stores := map[place][]int32{} // in order of co
	last := map[int32]int32{}     // by thread
	child := map[int32]int32{}    // the creation of a thread
	for i := range g.Events {
		e, id := &g.Events[i], int32(i)
		before, ok := last[e.Thread]
		if !ok {
			before, ok = child[e.Thread]
		}
		if ok {
			s.add(before, id)
		}
		last[e.Thread] = id
		switch {
		case e.Kind == axiom.Create:
			child[e.Peer] = id
		case e.Kind == axiom.Join:
			if end, ok := last[e.Peer]; ok {
				s.add(end, id)
			}
		case e.Kind.Writes():
			at := place{e.Addr, e.Size}
			list := stores[at]
			for len(list) < e.Place {
				list = append(list, axiom.None)
			}
			list[e.Place-1] = id
			stores[at] = list
		}
	}
	for i := range g.Events {
		e, id := &g.Events[i], int32(i)
		list := stores[place{e.Addr, e.Size}]
		at := e.Place // of what follows e, or what e reads, in co
		if e.Kind.Reads() {
			at = 0
			if e.RF >= 0 {
				s.add(int32(e.RF), id)
				at = g.Events[e.RF].Place
			}
		}
		if e.Kind.Accesses() && at < len(list) {
			s.add(id, list[at])
		}
	}
	return s.acyclic()
}

// An scGraph has the edges of which a cycle is no execution of SC.
type scGraph struct {
	next   [][]int32
	degree []int32 // edges that lead to an event
}

func (s *scGraph) add(from, to int32) {
	s.next[from] = append(s.next[from], to)
	s.degree[to]++
}

func (s *scGraph) acyclic() bool {
	var ready []int32
	for id, d := range s.degree {
		if d == 0 {
			ready = append(ready, int32(id))
		}
	}
	done := 0
	for ; len(ready) > 0; done++ {
		id := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, to := range s.next[id] {
			if s.degree[to]--; s.degree[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	return done == len(s.next)
}
