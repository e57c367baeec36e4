package axiom

import (
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// Locations of the tables.
const (
	x = iota
	y
	numLocs
)

// A scenario is a graph by its events, in the order in which they are added; threads 1, 2,
// ... are created by thread 0 first, and reads say which event, by its place in the list,
// they read from: Init, or -1 - the place of one that is added later.
type scenario struct {
	events  []Event
	threads int32
}

func access(k Kind, thread, loc int32, o trace.Order, rf int32) Event {
	return Event{Kind: k, Thread: thread, Loc: loc, Order: o, RF: rf, Value: 1}
}

func read(thread, loc int32, o trace.Order, rf int32) Event { return access(Read, thread, loc, o, rf) }

func write(thread, loc int32, o trace.Order) Event { return access(Write, thread, loc, o, None) }

func scFence(thread int32) Event { return Event{Kind: Fence, Thread: thread, Order: trace.SeqCst} }

func part(e Event, from, size uint8) Event {
	e.Part = models.Part{From: from, Size: size}
	return e
}

// build makes the graph, in which writes of a location follow each other in co as in the
// list, and returns the numbers of its events.
func (s scenario) build(m *Model) (g *Graph, id []int32) {
	g = NewGraph(m)
	for range numLocs {
		g.AddLoc()
	}
	for n := range s.threads {
		g.AddThread(n+1, g.Add(Event{Kind: Create, Thread: 0, Peer: n + 1}))
	}
	for _, e := range s.events {
		n := g.Add(e)
		switch {
		case e.Kind.Reads() && e.RF == Init:
			g.SetRF(n, Init, 0)
		case e.Kind.Reads():
			g.SetRF(n, id[e.RF], 1)
		case e.Kind.Writes():
			g.Insert(n, g.Locs[e.Loc].Last)
		}
		id = append(id, n)
	}
	return g, id
}

// independentReads returns a graph in which two threads read two relaxed writes in different orders. The
// first reads of the threads have an order.
func independentReads(first trace.Order) scenario {
	const sc = trace.SeqCst
	return scenario{threads: 4, events: []Event{
		write(1, x, trace.Relaxed), write(2, y, trace.Relaxed),
		read(3, x, first, 0), read(3, y, sc, Init), read(4, y, first, 1), read(4, x, sc, Init)}}
}

// The axioms by the litmus shapes that distinguish them: the last event makes the graph, and the
// model allows it or not.
func TestShapes(t *testing.T) {
	t.Parallel()
	const rlx, sc, plain = trace.Relaxed, trace.SeqCst, trace.Plain
	overwritten := scenario{threads: 3, events: []Event{
		write(1, x, sc), write(1, x, trace.Release), read(2, x, trace.Acquire, 1), read(2, y, sc, Init),
		write(3, y, sc), read(3, x, sc, Init)}}
	for _, c := range []struct {
		name    string // with the paper's section
		model   *Model
		graph   scenario
		allowed bool
	}{
		{"rf of plain accesses is eco between seq_cst fences: psc_F, RC11 3.4", RC11, scenario{threads: 2, events: []Event{
			write(1, y, rlx), scFence(1), write(1, x, plain),
			read(2, x, plain, 2), scFence(2), read(2, y, rlx, Init)}}, false},
		{"happens-before at one location is scb, by synchronisation alone: RC11 3.4", RC11, scenario{threads: 3, events: []Event{
			write(1, x, sc), read(2, x, sc, 0), read(2, y, sc, Init),
			write(3, y, sc), read(3, x, sc, Init)}}, false},
		{"a relaxed read of one location does not happen after the write", RC11, scenario{threads: 3, events: []Event{
			write(1, x, sc), read(2, x, rlx, 0), read(2, y, sc, Init),
			write(3, y, sc), read(3, x, sc, Init)}}, true},
		{"without the second fence it is not", RC11, scenario{threads: 2, events: []Event{
			write(1, y, rlx), scFence(1), write(1, x, plain),
			read(2, x, plain, 2), read(2, y, rlx, Init)}}, true},
		{"happens-before at one location is scb: RC11 3.4", RC11, scenario{threads: 3, events: []Event{
			write(1, x, sc), write(3, y, sc), read(2, x, sc, 0), read(2, y, sc, Init), read(3, x, sc, Init)}}, false},
		{"of relaxed reads it is not", RC11, scenario{threads: 3, events: []Event{
			write(1, x, sc), write(3, y, sc), read(2, x, rlx, 0), read(2, y, sc, Init), read(3, x, sc, Init)}}, true},
		{"store buffering of seq_cst accesses", RC11, scenario{threads: 2, events: []Event{
			write(1, x, sc), write(2, y, sc), read(1, y, sc, Init), read(2, x, sc, Init)}}, false},
		{"of release and acquire", RC11, scenario{threads: 2, events: []Event{
			write(1, x, trace.Release), write(2, y, trace.Release), read(1, y, trace.Acquire, Init), read(2, x, trace.Acquire, Init)}}, true},
		{"of relaxed accesses with seq_cst fences between", RC11, scenario{threads: 2, events: []Event{
			write(1, x, rlx), scFence(1), write(2, y, rlx), scFence(2), read(1, y, rlx, Init), read(2, x, rlx, Init)}}, false},
		{"relaxed writes that seq_cst reads see in two orders: RC11 allows it", RC11, independentReads(sc), true},
		{"reads-from is in scb: C++20 [atomics.order] 3.1", RC20, independentReads(sc), false},
		{"of seq_cst reads alone", RC20, independentReads(trace.Acquire), true},
		{"a write and an overwriting release of one location are not apart: RC11 3.4", RC11, overwritten, true},
		{"they are: C++20 [intro.races] strongly happens before", RC20, overwritten, false},
		{"the halves of an RMW are not", RC20, scenario{threads: 4, events: []Event{
			write(4, x, rlx), access(ExclusiveRead, 1, x, sc, 0), access(ExclusiveWrite, 1, x, sc, None),
			read(2, x, trace.Acquire, 2), read(2, y, sc, Init),
			write(3, y, sc), read(3, x, sc, Init)}}, true},
		{"reads without a common byte are of two locations: PSLO lets them pass each other", PSLO, scenario{threads: 2, events: []Event{
			write(2, x, plain), part(read(1, x, plain, 0), 0, 4), part(read(1, x, plain, Init), 4, 4)}}, true},
		{"reads of a common byte are not", PSLO, scenario{threads: 2, events: []Event{
			write(2, x, plain), part(read(1, x, plain, 0), 0, 4), part(read(1, x, plain, Init), 3, 1)}}, false},
		{"TSO keeps them in order", TSO, scenario{threads: 2, events: []Event{
			write(2, x, plain), part(read(1, x, plain, 0), 0, 4), part(read(1, x, plain, Init), 4, 4)}}, false},
		{"a thread reads its own store early: n6 under TSO", TSO, scenario{threads: 2, events: []Event{
			write(1, x, plain), write(2, y, plain), write(2, x, plain), read(1, x, plain, 0), read(1, y, plain, Init)}}, true},
	} {
		g, id := c.graph.build(c.model)
		last := id[len(id)-1]
		e := &g.Events[last]
		if got := g.PositionOf(e.RF) >= g.CoBound(last) && g.Consistent(last, None); got != c.allowed {
			t.Errorf("%s: %s allows it: %v, want %v", c.name, c.model.Name, got, c.allowed)
		}
	}
}

// A co is looked for only if the edges of psc that need none leave one, and found only if those that
// follow from it do.
func TestArrangeable(t *testing.T) {
	t.Parallel()
	const relaxed = trace.Relaxed
	synchronised := func(order trace.Order) scenario {
		return scenario{threads: 3, events: []Event{
			write(1, x, trace.SeqCst), read(2, x, order, 0), read(2, y, trace.SeqCst, Init),
			write(3, y, trace.SeqCst), read(3, x, trace.SeqCst, Init)}}
	}
	fence := func(thread int32) Event { return Event{Kind: Fence, Thread: thread, Order: trace.SeqCst} }
	fences := func(earlier, later int32) scenario {
		return scenario{threads: 3, events: []Event{
			fence(1), write(1, y, relaxed), fence(1), write(1, x, relaxed),
			write(2, x, relaxed), fence(2), read(2, y, relaxed, Init),
			read(3, x, relaxed, earlier), read(3, x, relaxed, later)}}
	}
	for _, c := range []struct {
		name  string
		model *Model
		graph scenario
		want  bool
	}{
		{"a seq_cst read synchronises with the write at its location", RC11, synchronised(trace.SeqCst), false},
		{"a relaxed read does not", RC11, synchronised(relaxed), true},
		{"the fence that comes later is that before the later write", RC11, fences(4, 3), true},
		{"it is that before the earlier write, and another fence of the thread is not", RC11, fences(3, 4), false},
		{"reads-from alone leads to no seq_cst read", RC11, independentReads(trace.SeqCst), true},
		{"in C++20 it does", RC20, independentReads(trace.SeqCst), false},
	} {
		g, _ := c.graph.build(c.model)
		if got := g.Arrangeable(Whole, nil); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A read precedes a free if it takes place before it in every execution of the graph. One of
// an old value under PSLO may take place later than its value says, unless a fence stands
// after it.
func TestPrecedes(t *testing.T) {
	t.Parallel()
	const plain = trace.Plain
	fence := func(thread int32, f trace.FenceKind) Event { return Event{Kind: Fence, Thread: thread, Fence: f} }
	free := Event{Kind: Free, Thread: 2}
	for _, c := range []struct {
		name  string
		model *Model
		graph scenario
		want  bool
	}{
		{"the thread reads on, of what is written before the free", PSLO, scenario{threads: 2, events: []Event{
			read(1, x, plain, Init), write(2, y, plain), fence(2, trace.StoreLoad), read(1, y, plain, Init), free}}, false},
		{"behind a load-load fence", PSLO, scenario{threads: 2, events: []Event{
			read(1, x, plain, Init), fence(1, trace.LoadLoad), write(2, y, plain), fence(2, trace.StoreLoad), read(1, y, plain, Init), free}}, true},
		{"under PSO loads are in order", PSO, scenario{threads: 2, events: []Event{
			read(1, x, plain, Init), write(2, y, plain), fence(2, trace.StoreLoad), read(1, y, plain, Init), free}}, true},
		{"nothing orders them", PSO, scenario{threads: 2, events: []Event{read(1, x, plain, Init), free}}, false},
	} {
		g, id := c.graph.build(c.model)
		if got := g.Precedes(id[0], id[len(id)-1], func(int32) bool { return false }); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// An atomic section is one node: what comes after one of its events does not come before another.
func TestSectionsUnderPSLO(t *testing.T) {
	t.Parallel()
	const plain = trace.Plain
	within := func(e Event) Event {
		e.Section = 1
		return e
	}
	stores := func(between ...Event) []Event {
		return append(append([]Event{write(2, y, plain)}, between...), write(2, x, plain))
	}
	fence := Event{Kind: Fence, Thread: 2, Fence: trace.StoreStore}
	for _, c := range []struct {
		name  string
		graph scenario
		want  bool
	}{
		{"it reads the later store and then not the earlier one", scenario{threads: 2, events: append(stores(fence), within(read(1, x, plain, 2)), within(read(1, y, plain, Init)))}, true},
		{"whose order is free", scenario{threads: 2, events: append(stores(), within(read(1, x, plain, 1)), within(read(1, y, plain, Init)))}, false},
		{"or which are read outside of a section", scenario{threads: 2, events: append(stores(fence), read(1, x, plain, 2), read(1, y, plain, Init))}, false},
	} {
		g, id := c.graph.build(PSLO)
		if got := g.Interrupted(id[len(id)-1]); got != c.want {
			t.Errorf("%s: interrupted %v, want %v", c.name, got, c.want)
		}
	}
}

// Races of C11 (5.1.2.4p25): accesses of two threads to one location, one of them a write, one of
// them not atomic, neither happening before the other; whichever was added first.
func TestRacePairs(t *testing.T) {
	t.Parallel()
	const rlx, plain = trace.Relaxed, trace.Plain
	for _, c := range []struct {
		name   string
		events []Event
		want   int
	}{
		{"a plain store after an atomic one", []Event{write(1, x, rlx), write(2, x, plain)}, 1},
		{"an atomic store after a plain one", []Event{write(1, x, plain), write(2, x, rlx)}, 1},
		{"a plain load of an atomic store", []Event{write(1, x, rlx), read(2, x, plain, 0)}, 1},
		{"a plain store after an atomic load", []Event{read(1, x, rlx, Init), write(2, x, plain)}, 1},
		{"two atomic stores", []Event{write(1, x, rlx), write(2, x, rlx)}, 0},
		{"two plain loads", []Event{read(1, x, plain, Init), read(2, x, plain, Init)}, 0},
		{"of two locations", []Event{write(1, x, plain), write(2, y, plain)}, 0},
		{"of one thread", []Event{write(1, x, plain), write(1, x, plain)}, 0},
		{"published", []Event{write(1, x, plain), write(1, y, trace.Release), read(2, y, trace.Acquire, 1), write(2, x, plain)}, 0},
	} {
		g, id := scenario{threads: 2, events: c.events}.build(RC11)
		n := 0
		g.Races(id[len(id)-1], func(int32) { n++ })
		if n != c.want {
			t.Errorf("%s: %d races, want %d", c.name, n, c.want)
		}
	}
}
