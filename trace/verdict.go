package trace

// A Checker decides whether executions are sequentially consistent: Definition
// 1 of RELAXER, "po ∪ co is acyclic", where po also runs from a thread's
// creation to its first event and from its last event to its join.
//
// Only immediate edges are built, O(events) of them, for the paths through
// them are the rest: the next event in po; a store to the next store of its
// location, and to its readers; a reader to the store after the one it read.
// An RMW is one node that has both roles. If all edges run forward in the
// trace, as under SC, that is the proof; otherwise a topological pass decides.
//
// Buffered stores. A store takes its place in co from the Commit that names
// it. A load that forwarded from a pending store names it too, so it finds the
// store after it when both have committed. A store that never commits, because
// the execution ended early, follows all committed stores of its location and
// their readers, and is unordered with the other pending ones. Every
// continuation of the execution would commit it there, so each cycle that
// these edges make is one of every continuation; it is no false violation. To
// leave such stores out would be wrong the other way: when the assertion after
// a store-buffering failure ends the run, both stores are still pending.
//
// A Checker is reused from trace to trace and then allocates nothing. It
// expects well-formed events (see Validate) of one execution from its start,
// in which a location number never stands for two objects.
//
// Open orders. Under C11 the order in which stores take effect is not that of
// execution; the model leaves it open as far as nothing forces it. Order then
// tells what is forced, and co and fr are of that alone: a cycle is one whatever
// the rest of the order is. If there is none, the execution may still be one
// that sequential consistency does not have.
type Checker struct {
	Order StoreOrder // nil: the commit indices of the events are the order
	own   []int32    // with Order: the stores, by location, then by thread, then in program order

	// Nodes are the events by ID, then the initial content of each location,
	// then a frontier for each location that has pending stores: a node
	// between its committed stores and those.
	events  int32
	nodes   int32
	edges   []edge
	first   []int32 // by node: its newest edge, or 0
	degree  []int32 // by node: edges that lead to it
	after   []int32 // by node that is a store: the next in co; 0 if there is none
	placed  []bool  // by node: a store that has its place in co
	last    []int32 // by thread: its latest event, at first its creation
	newest  []int32 // by location: the last store in co
	pending []int32 // by location: its frontier, or 0
	queue   []int32
	back    bool // some edge runs backward in the trace
}

type edge struct {
	to   int32
	next int32 // of the same source, or 0
	kind EdgeKind
}

// SC reports whether the execution is sequentially consistent.
func (c *Checker) SC(events []Event) bool {
	c.build(events)
	return !c.back || c.acyclic()
}

// build makes the graph of immediate edges.
func (c *Checker) build(events []Event) {
	c.reset(events)
	for i := range events {
		e, n := &events[i], int32(i+1)
		if e.Kind == Commit {
			c.place(e.RF, e.Loc)
			continue
		}
		c.follow(events, n, e.Thread)
		switch {
		case e.Kind == Create:
			c.last[e.Value] = n
		case e.Kind == Join:
			if l := c.last[e.Value]; l != n {
				c.add(l, n, Sync)
			}
		}
		if e.Kind.Reads() && e.RF != 0 {
			c.add(e.RF, n, RF)
		}
		if e.Kind.Writes() && e.C != NoCommit && c.Order == nil {
			c.place(n, e.Loc)
		}
	}
	if c.Order != nil {
		c.addForced(events)
		return
	}
	c.addPending(events)
	c.addFromReads(events)
}

func (c *Checker) reset(events []Event) {
	c.events = int32(len(events))
	locs, threads := int32(0), ThreadID(0)
	for i := range events {
		e := &events[i]
		locs = max(locs, e.Loc+1)
		threads = max(threads, e.Thread+1)
		if e.Kind == Create || e.Kind == Join {
			threads = max(threads, ThreadID(e.Value)+1)
		}
	}
	c.nodes = c.events + 1 + locs
	c.edges = append(c.edges[:0], edge{}) // edge 0 means none
	c.first = zeroed(c.first, c.nodes)
	c.degree = zeroed(c.degree, c.nodes)
	c.after = zeroed(c.after, c.nodes)
	c.placed = zeroed(c.placed, c.nodes)
	c.last = zeroed(c.last, threads)
	c.newest = zeroed(c.newest, locs)
	c.pending = zeroed(c.pending, locs)
	for l := range c.newest {
		c.newest[l] = c.initial(int32(l))
	}
	c.back = false
}

// zeroed returns a slice of n zeros, in s if it has room.
func zeroed[T any](s []T, n int32) []T {
	if int(n) > cap(s) {
		return make([]T, n, int(n)+int(n)/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// initial is the node that stands for the initial content of a location.
func (c *Checker) initial(loc int32) int32 { return c.events + 1 + loc }

// isInitial reports whether n stands for the initial content of a location.
// Nothing precedes such a node, so no edge leaves it that could be part of a cycle.
func (c *Checker) isInitial(n int32) bool {
	return n > c.events && n <= c.events+int32(len(c.newest))
}

func (c *Checker) add(from, to int32, k EdgeKind) {
	c.edges = append(c.edges, edge{to, c.first[from], k})
	c.first[from] = int32(len(c.edges) - 1)
	c.degree[to]++
	c.back = c.back || to < from || to > c.events
}

// follow adds the program-order edge to n, the next event of t.
func (c *Checker) follow(events []Event, n int32, t ThreadID) {
	if l := c.last[t]; l != 0 {
		k := PO
		if events[l-1].Thread != t {
			k = Sync
		}
		c.add(l, n, k)
	}
	c.last[t] = n
}

// place makes store n the newest of loc in co.
func (c *Checker) place(n, loc int32) {
	c.extend(loc, n)
	c.newest[loc] = n
	c.placed[n] = true
}

// extend makes n follow the newest store of loc in co.
func (c *Checker) extend(loc, n int32) {
	before := c.newest[loc]
	c.after[before] = n
	if !c.isInitial(before) {
		c.add(before, n, CO)
	}
}

// addPending lets the stores that never committed follow those that did.
func (c *Checker) addPending(events []Event) {
	for i := range events {
		e, n := &events[i], int32(i+1)
		if !e.Kind.Writes() || c.placed[n] {
			continue
		}
		f := c.pending[e.Loc]
		if f == 0 {
			f = c.nodes
			c.nodes++
			c.first = append(c.first, 0)
			c.degree = append(c.degree, 0)
			c.after = append(c.after, 0)
			c.pending[e.Loc] = f
			c.extend(e.Loc, f)
		}
		c.add(f, n, CO)
	}
}

// addFromReads lets each reader precede the store after the one it read.
func (c *Checker) addFromReads(events []Event) {
	for i := range events {
		e, n := &events[i], int32(i+1)
		if !e.Kind.Reads() {
			continue
		}
		from := e.RF
		if from == 0 {
			from = c.initial(e.Loc)
		}
		if to := c.after[from]; to != 0 && to != n {
			c.add(n, to, FR)
		}
	}
}

// acyclic removes nodes that nothing precedes until none is left. Those that
// remain have a positive degree: they are on a cycle, or behind one.
func (c *Checker) acyclic() bool {
	c.queue = c.queue[:0]
	for n := range c.nodes {
		if c.degree[n] == 0 {
			c.queue = append(c.queue, n)
		}
	}
	for i := 0; i < len(c.queue); i++ {
		for e := c.first[c.queue[i]]; e != 0; e = c.edges[e].next {
			to := c.edges[e].to
			if c.degree[to]--; c.degree[to] == 0 {
				c.queue = append(c.queue, to)
			}
		}
	}
	return int32(len(c.queue)) == c.nodes
}
