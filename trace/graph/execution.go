// Package graph represents one execution as a graph: its events, and the relations between
// them: program order (po), reads-from (rf), coherence order (co), from-reads (fr) and
// synchronises-with (sw). Every machine exports to it: the operational ones and native C11
// the events that they record, the explorer its finished graphs. It decides whether the
// execution is sequentially consistent, finds a shortest cycle if it is not (Definition 1
// of RELAXER, ISSTA 2011), finds critical cycles (section 4.3), and selects the events to
// draw.
//
// It is separate from package trace because trace files need none of it, and the machines
// import only trace.
//
// Two similar structures are separate, because they grow with an execution and are queried
// at each step. axiom.Graph continues its search for a cycle from the event just added. The
// modification order of models/c11 answers by clocks in constant time. To rebuild either at
// every event would take time linear in the execution, 60 microseconds for one of 5,000
// events. The order in which phase2/fences tries fences is a transitive closure, so that a
// fence costs only its own edges; its co, rf and fr come from this package.
package graph

import (
	"iter"
	"slices"

	"fencepost/trace"
	"fencepost/trace/lists"
	"fencepost/trace/topo"
)

// An Execution is the graph of one execution.
//
// Only immediate edges are built, O(events) of them; their paths are the rest of the
// relations. They are: the next event in po; from a store to the next store of its location
// and to its readers; from a reader to the store after the one it read. An RMW is one node
// with both roles. If all edges run forward in the order of the events, as under SC, there
// is no cycle. Otherwise a topological elimination decides.
//
// Buffered stores. A store takes its coherence position from the Commit that names it. A
// load that forwarded from a pending store names that store, so its from-reads are known
// when both have committed. A store that never commits, because the execution ended early,
// follows all committed stores of its location and their readers, and is unordered with the
// other pending ones. Every continuation of the execution would commit it there. So each
// cycle that these edges make is one of every continuation and no false violation. To leave
// such stores out would miss violations: when the assertion after a store-buffering failure
// ends the run, both stores are still pending.
//
// Partial coherence order. Under native C11 stores do not take effect in execution order,
// and the model leaves their order open unless something forces it. With a PartialOrder, co
// and fr are the forced part. Then a cycle is a violation whatever the rest of the order
// is. If there is no cycle, the execution may still violate sequential consistency.
//
// Reset reuses an Execution without allocating. The events must be well-formed
// (trace.Validate), of one execution from its start, and a location number must never stand
// for two objects. Events may come in any order that agrees with reads-from and, except for
// loads that were put off, with program order.
type Execution struct {
	Events []trace.Event
	// Order is a partial coherence order. If it is nil, the commit indices of the events
	// are the order.
	Order PartialOrder
	// Native says that the execution is one of native C11, in which release and acquire
	// operations synchronise. In others only the creation and join of threads do.
	Native bool
	// Callers says for each event where the program stands at it, in a function that is not one of a
	// library; it may be nil.
	Callers []trace.Pos
	// RMWSequences says that only RMWs continue release sequences, as in C++20.
	RMWSequences bool

	// Nodes are: the events, by ID; the initial content of each location; and for each
	// location with pending stores a frontier, a node between its committed and its pending
	// stores.
	graph   topo.Graph
	state   state
	back    bool    // some edge runs backward in the events
	after   []int32 // by node that is a store: the next in co; 0 if there is none
	has     []bool  // by event: it is a store with a coherence position
	last    []int32 // by thread: its latest event; at first its creation
	index   []int32 // by thread: program index of its latest event
	newest  []int32 // by location: the store that was placed last
	placed  []int32 // by location: number of placed stores
	sorted  bool    // stores and base are valid, because events are not in the order of co:
	stores  []int32 // the stores by location, in the order of co
	base    []int32 // by location: index of its first store
	pending []int32 // by location: its frontier, or 0
	own     []int32 // with Order: the stores, by location, thread and program order
}

// state says what has been computed of an Execution.
type state uint8

const (
	fresh  state = iota
	built        // the edges are made
	sc           // and there is no cycle
	cyclic       // there is a cycle; Degree marks the nodes that may lie on one
)

// An Edge leads from one event to another. From is 0 for the initial content of To's
// location.
type Edge struct{ From, To int32 }

// New returns the execution of events. Its coherence order is o or, if o is nil, the order of the
// commit indices. The caller keeps ownership of the events.
func New(events []trace.Event, o PartialOrder) *Execution {
	x := &Execution{}
	x.Reset(events, o)
	return x
}

// Reset makes x the execution of other events. If o is not nil it is one of native C11.
func (x *Execution) Reset(events []trace.Event, o PartialOrder) {
	x.Events, x.Callers, x.Order, x.Native, x.RMWSequences, x.state = events, nil, o, o != nil, false, fresh
}

// Prefix returns the execution of the first n events.
func (x *Execution) Prefix(n int32) *Execution {
	return &Execution{Events: x.Events[:n], Callers: x.Callers, Order: x.Order, Native: x.Native, RMWSequences: x.RMWSequences}
}

// Event returns the event with this ID.
func (x *Execution) Event(id int32) *trace.Event { return &x.Events[id-1] }

// SC reports whether the execution is sequentially consistent: whether po ∪ rf ∪ co ∪ fr is
// acyclic, where po also runs from a thread's creation to its first event and from its last
// event to its join. It takes O(events), or with a partial coherence order O(events ·
// threads · log events).
func (x *Execution) SC() bool {
	if x.build(); x.state == built {
		x.state = sc
		if x.back {
			if _, ok := x.graph.Eliminate(topo.Any); !ok {
				x.state = cyclic
			}
		}
	}
	return x.state == sc
}

// RF returns the edges from each store to its readers; From is 0 for readers of the initial
// content.
func (x *Execution) RF() iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for i := range x.Events {
			if e := &x.Events[i]; e.Kind.Reads() && !yield(Edge{e.RF, e.ID}) {
				return
			}
		}
	}
}

// CO returns immediate coherence order, location by location, beginning with the edge from
// 0 to the first store. Pending stores come after all others. With a partial coherence
// order it returns the constraints that do not follow from others, without those of lock
// words, which are in order of execution. Constraints that the model has discarded in a
// long execution are missing.
func (x *Execution) CO() iter.Seq[Edge] {
	if x.Order != nil {
		return x.constraints
	}
	return func(yield func(Edge) bool) {
		x.build()
		for l := range x.pending {
			last := int32(0)
			to := x.after[x.initial(int32(l))]
			for ; to != 0 && to != x.pending[l]; to = x.after[to] {
				if !yield(Edge{last, to}) {
					return
				}
				last = to
			}
			if to != 0 && !x.leaving(to, CO, func(to int32) bool { return yield(Edge{last, to}) }) {
				return
			}
		}
	}
}

// FR returns the edges from each reader to the store after the one that it read, or to all
// pending stores. With a partial coherence order they lead to the first store of each
// thread that comes after it.
func (x *Execution) FR() iter.Seq[Edge] { return x.edges(FR) }

// Pending reports whether store id never reached memory. With a partial coherence order
// every store did.
func (x *Execution) Pending(id int32) bool {
	x.build()
	return x.Order == nil && !x.has[id]
}

// edges returns the edges of kind k between events, in the order of the events that they
// leave.
func (x *Execution) edges(k EdgeKind) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		x.build()
		for n := range int32(len(x.Events) + 1) {
			if !x.leaving(n, k, func(to int32) bool { return yield(Edge{n, to}) }) {
				return
			}
		}
	}
}

// leaving calls f for the events to which edges of kind k lead from node n, in the order in
// which they were made, until it returns false. It reports whether f always returned true.
func (x *Execution) leaving(n int32, k EdgeKind, f func(to int32) bool) bool {
	var list []int32
	for e := x.graph.First[n]; e != 0; e = x.graph.Edges[e].Next {
		if EdgeKind(x.graph.Edges[e].Label) == k {
			list = append(list, x.graph.Edges[e].To)
		}
	}
	for _, to := range slices.Backward(list) {
		if int(to) <= len(x.Events) {
			if !f(to) {
				return false
			}
		} else if !x.leaving(to, CO, f) { // a frontier represents the stores after it
			return false
		}
	}
	return true
}

// build makes the graph of immediate edges.
func (x *Execution) build() {
	if x.state != fresh {
		return
	}
	x.state = built
	x.sorted = false
	if !x.addImmediate() {
		x.sorted = true
		x.addImmediate()
	}
	if x.Order != nil {
		x.addForced()
		return
	}
	x.addPending()
	x.addFromReads()
}

// addImmediate adds all edges except from-reads and edges of pending stores. It returns
// false if a store comes before its predecessor in co.
func (x *Execution) addImmediate() bool {
	x.reset()
	late := x.late()
	for i := range x.Events {
		e, n := &x.Events[i], int32(i+1)
		if late != nil {
			n = late[i]
			e = &x.Events[n-1]
		}
		if e.Kind == trace.Commit {
			if x.Order == nil && !x.place(e.RF, e) {
				return false
			}
			continue
		}
		x.follow(n, e.Thread)
		switch {
		case e.Kind == trace.Create:
			x.last[e.Value] = n
		case e.Kind == trace.Join:
			if l := x.last[e.Value]; l != n {
				x.add(l, n, Sync)
			}
		}
		if e.Kind.Reads() && e.RF != 0 {
			x.add(e.RF, n, RF)
		}
		if e.Kind.Writes() && e.C != trace.NoCommit && x.Order == nil && !x.place(n, e) {
			return false
		}
	}
	return true
}

// late returns the events, by ID, in an order that agrees with program order, if the order of their
// IDs does not: a load may have an ID after the store that it reads from, and later than its place in
// its thread. It returns nil if no event does.
func (x *Execution) late() (order []int32) {
	x.index = lists.Zeroed(x.index, len(x.last))
	for i := range x.Events {
		e, n := &x.Events[i], int32(i+1)
		if e.Kind != trace.Commit && e.I < x.index[e.Thread] {
			if order == nil {
				order = make([]int32, 0, len(x.Events))
				for m := range n - 1 {
					order = append(order, m+1)
				}
			}
			at := slices.IndexFunc(order, func(m int32) bool {
				f := &x.Events[m-1]
				return f.Kind != trace.Commit && f.Thread == e.Thread && f.I > e.I
			})
			order = slices.Insert(order, at, n)
			continue
		}
		if e.Kind != trace.Commit {
			x.index[e.Thread] = e.I
		}
		if order != nil {
			order = append(order, n)
		}
	}
	return order
}

// reset makes room for the nodes.
func (x *Execution) reset() {
	locs, threads := int32(0), trace.ThreadID(0)
	for i := range x.Events {
		e := &x.Events[i]
		locs = max(locs, e.Loc+1)
		threads = max(threads, e.Thread+1)
		if e.Kind == trace.Create || e.Kind == trace.Join {
			threads = max(threads, trace.ThreadID(e.Value)+1)
		}
	}
	nodes := len(x.Events) + 1 + int(locs)
	x.graph.Reset(nodes)
	x.after = lists.Zeroed(x.after, nodes)
	x.has = lists.Zeroed(x.has, len(x.Events)+1)
	x.last = lists.Zeroed(x.last, int(threads))
	x.newest = lists.Zeroed(x.newest, int(locs))
	x.placed = lists.Zeroed(x.placed, int(locs))
	x.pending = lists.Zeroed(x.pending, int(locs))
	for l := range x.newest {
		x.newest[l] = x.initial(int32(l))
	}
	x.back = false
	if x.sorted {
		x.sortStores(locs)
	}
}

// sortStores lists the stores of each location by their commit indices, which count from 1
// without a gap.
func (x *Execution) sortStores(locs int32) {
	x.base = lists.Zeroed(x.base, int(locs)+1)
	for i := range x.Events {
		if e := &x.Events[i]; places(e) {
			x.base[e.Loc+1]++
		}
	}
	for l := range locs {
		x.base[l+1] += x.base[l]
	}
	x.stores = lists.Zeroed(x.stores, int(x.base[locs]))
	for i := range x.Events {
		if e := &x.Events[i]; places(e) {
			x.stores[x.base[e.Loc]+e.C-1] = storeOf(e)
		}
	}
}

// places reports whether e gives a store its coherence position.
func places(e *trace.Event) bool {
	return e.Kind == trace.Commit || e.Kind.Writes() && e.C != trace.NoCommit
}

// storeOf returns the ID of e if it is a store, otherwise of the store that it reads or
// commits.
func storeOf(e *trace.Event) int32 {
	if e.Kind.Writes() {
		return e.ID
	}
	return e.RF
}

// initial returns the node of the initial content of a location. Nothing precedes it, so it
// has no edges: none could be part of a cycle.
func (x *Execution) initial(loc int32) int32 { return int32(len(x.Events)) + 1 + loc }

func (x *Execution) add(from, to int32, k EdgeKind) {
	x.graph.Add(from, to, uint8(k))
	x.back = x.back || to < from || int(to) > len(x.Events)
}

// follow adds the program-order edge to n, the next event of t.
func (x *Execution) follow(n int32, t trace.ThreadID) {
	if l := x.last[t]; l != 0 {
		k := PO
		if x.Events[l-1].Thread != t {
			k = Sync
		}
		x.add(l, n, k)
	}
	x.last[t] = n
}

// place gives store n the coherence position of e. It returns false if the position is not
// that after the newest store and the stores are not sorted.
func (x *Execution) place(n int32, e *trace.Event) bool {
	before := x.newest[e.Loc]
	x.newest[e.Loc] = n
	if x.placed[e.Loc]++; x.sorted {
		if before = x.initial(e.Loc); e.C > 1 {
			before = x.stores[x.base[e.Loc]+e.C-2]
		}
		x.newest[e.Loc] = x.stores[x.base[e.Loc+1]-1]
	} else if e.C != x.placed[e.Loc] {
		return false
	}
	x.has[n] = true
	x.extend(before, n)
	return true
}

// extend makes n the successor of node before in co.
func (x *Execution) extend(before, n int32) {
	x.after[before] = n
	if int(before) <= len(x.Events) {
		x.add(before, n, CO)
	}
}

// addPending orders the stores that never committed after those that did.
func (x *Execution) addPending() {
	for i := range x.Events {
		e, n := &x.Events[i], int32(i+1)
		if !e.Kind.Writes() || x.has[n] {
			continue
		}
		f := x.pending[e.Loc]
		if f == 0 {
			f = x.graph.AddNode()
			x.pending[e.Loc] = f
			x.extend(x.newest[e.Loc], f)
		}
		x.add(f, n, CO)
	}
}

// addFromReads orders each reader before the store after the one that it read.
func (x *Execution) addFromReads() {
	for i := range x.Events {
		e, n := &x.Events[i], int32(i+1)
		if !e.Kind.Reads() {
			continue
		}
		from := e.RF
		if from == 0 {
			from = x.initial(e.Loc)
		}
		if to := x.after[from]; to != 0 && to != n {
			x.add(n, to, FR)
		}
	}
}
