package trace

import (
	"fmt"

	"fencepost/trace/topo"
)

// A coherence checks the coherence of each location in an execution under the C11 model:
// some order of the stores to the location agrees with the reads and writes of each thread,
// one access after another, and has each RMW directly after the store that it reads. It
// does not check the orders that synchronisation forbids.
type coherence struct {
	locs  map[int32]*locOrder
	graph topo.Graph
}

// A locOrder collects the edges between the stores to a location. A store, the RMWs that
// read it and those that read these RMWs form one node, which is named by the store; the
// initial content is store 0.
type locOrder struct {
	head  map[int32]int32 // by RMW: the first store of its node
	place map[int32]int32 // by RMW: its position in the node; the head's is 0
	taken map[int32]bool  // stores that an RMW reads
	seen  map[ThreadID]int32
	edges [][2]int32
}

func (c *coherence) reset() {
	if c.locs == nil {
		c.locs = map[int32]*locOrder{}
	}
	clear(c.locs)
}

// access checks an access that reads e.RF, writes, or both.
func (c *coherence) access(e *Event) error {
	l := c.locs[e.Loc]
	if l == nil {
		l = &locOrder{head: map[int32]int32{}, place: map[int32]int32{}, taken: map[int32]bool{}, seen: map[ThreadID]int32{}}
		c.locs[e.Loc] = l
	}
	if e.Kind.Reads() {
		if err := l.see(e.Thread, e.RF); err != nil {
			return err
		}
	}
	if !e.Kind.Writes() {
		return nil
	}
	if e.Kind.Reads() {
		if l.taken[e.RF] {
			return fmt.Errorf("%s reads store %d, which another one read and replaced", e.Kind, e.RF)
		}
		l.taken[e.RF] = true
		l.head[e.ID], l.place[e.ID] = l.node(e.RF), l.place[e.RF]+1
	}
	return l.see(e.Thread, e.ID)
}

func (l *locOrder) node(store int32) int32 {
	if h, ok := l.head[store]; ok {
		return h
	}
	return store
}

// see notes that a thread read or wrote a store. It must not precede the store that the
// thread accessed before.
func (l *locOrder) see(t ThreadID, store int32) error {
	last := l.seen[t] // 0: the initial content, which is before all others
	l.seen[t] = store
	a, b := l.node(last), l.node(store)
	switch {
	case a != b:
		l.edges = append(l.edges, [2]int32{a, b})
	case l.place[store] < l.place[last]:
		return fmt.Errorf("thread %d sees store %d after store %d, which replaced it", t, store, last)
	}
	return nil
}

// check reports a location for which no order of its stores exists.
func (c *coherence) check() error {
	bad := int32(-1)
	for loc, l := range c.locs {
		if (bad < 0 || loc < bad) && c.cyclic(l) {
			bad = loc
		}
	}
	if bad < 0 {
		return nil
	}
	return fmt.Errorf("location %d: no order of its stores agrees with what the threads read", bad)
}

// cyclic reports whether the edges between the stores of a location have a cycle.
func (c *coherence) cyclic(l *locOrder) bool {
	number := map[int32]int32{}
	of := func(store int32) int32 {
		n, ok := number[store]
		if !ok {
			n = int32(len(number))
			number[store] = n
		}
		return n
	}
	c.graph.Reset(2 * len(l.edges))
	for _, e := range l.edges {
		c.graph.Add(of(e[0]), of(e[1]), 0)
	}
	_, ok := c.graph.Eliminate(topo.Any)
	return !ok
}
