package axiom

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/trace"
)

var (
	graphs = flag.Int("graphs", testsize.Count(2000, 20_000), "random graphs for each model; for rc11 six times as many")
	seed   = flag.Uint64("seed", 1, "of the random graphs")
)

// A builder makes a random graph event by event, as a search does, and at every
// step compares what the model says of each choice with the definition.
type builder struct {
	*testing.T
	*rand.Rand
	g       *Graph
	fences  bool // RC11: seq_cst fences between weaker accesses
	quick   bool // do not compare
	created int32
	choices int
	refused int
}

const (
	graphLocs    = 2
	graphThreads = 3
)

// newBuilder returns a builder of the n-th random graph of a model, which has no event.
func newBuilder(t *testing.T, m *Model, n int) *builder {
	b := &builder{T: t, Rand: rand.New(rand.NewPCG(*seed, uint64(n))), g: NewGraph(m), fences: n%2 == 1}
	for range graphLocs {
		b.g.AddLoc()
	}
	return b
}

// randomGraph makes the n-th random graph of a model, of least events or up to more in addition, without
// a comparison.
func randomGraph(t *testing.T, m *Model, n, least, more int) *builder {
	b := newBuilder(t, m, n)
	b.quick = true
	for size := least + b.IntN(more); len(b.g.Events) < size; {
		b.step()
	}
	return b
}

// TestDefinitions adds random events to random graphs. Every write that a read may
// read, every place of a write in co, and every revisit of a read by a write is
// allowed if and only if the graph it makes satisfies the model's definition.
func TestDefinitions(t *testing.T) {
	for _, m := range append(All(), RC20) {
		t.Run(m.Name, func(t *testing.T) {
			choices, refused := 0, 0
			count := *graphs
			if m == RC11 {
				count *= 6 // what psc alone forbids is rare
			}
			for n := range count {
				b := newBuilder(t, m, n)
				for size := 8 + b.IntN(10); len(b.g.Events) < size && !t.Failed(); {
					b.step()
				}
				b.follows()
				if t.Failed() {
					t.Fatalf("graph %d", n)
				}
				choices, refused = choices+b.choices, refused+b.refused
			}
			t.Logf("%d choices, %d of them refused", choices, refused)
			if refused < choices/50 || refused > choices*9/10 {
				t.Errorf("%d of %d choices refused", refused, choices)
			}
		})
	}
}

// TestAllows makes random graphs that satisfy a model. Each model that allows its executions accepts all of
// them, by its definition. Each other hardware model refuses some.
func TestAllows(t *testing.T) {
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			allowed := map[*Model]int{}
			for n := range *graphs {
				b := randomGraph(t, m, n, 8, 10)
				for _, o := range All() {
					if b.g.model = o; newOracle(b.g).consistent() {
						allowed[o]++
					} else if o.Allows(m) {
						t.Fatalf("graph %d is one of %s, but not of %s, by definition\n%s", n, m.Name, o.Name, b.g)
					}
				}
			}
			for _, o := range All() {
				if all := allowed[o] == *graphs; !o.HB() && all != (o == m || o.Allows(m)) {
					t.Errorf("%d of %d graphs of %s are graphs of %s", allowed[o], *graphs, m.Name, o.Name)
				}
			}
		})
	}
}

// step adds a random event, or the two of an RMW, to a random thread.
func (b *builder) step() {
	g := b.g
	if b.created == 0 || b.created < graphThreads && b.IntN(6) == 0 {
		b.created++
		by := int32(0)
		if b.ended(0) {
			return
		}
		id := g.Add(Event{Kind: Create, Thread: by, Peer: b.created})
		g.AddThread(b.created, id)
		return
	}
	th := b.Int32N(b.created + 1)
	if !g.Exists(th) || b.ended(th) {
		return
	}
	k := b.IntN(22)
	if b.fences && b.IntN(5) == 0 {
		k = 20
	}
	switch {
	case k < 7:
		b.read(Event{Kind: Read, Order: b.order(trace.Relaxed, trace.Acquire, trace.Plain, trace.SeqCst, trace.SeqCst)}, th)
	case k < 14:
		b.write(Event{Kind: Write, Order: b.order(trace.Relaxed, trace.Release, trace.Plain, trace.SeqCst, trace.SeqCst), Value: b.value()}, th)
	case k < 15:
		b.read(Event{Kind: ExclusiveRead, Order: b.rmwOrder()}, th)
	case k < 17:
		b.read(Event{Kind: ExclusiveRead, CAS: true, Expect: b.value() - 1, Order: b.rmwOrder(),
			Fail: b.order(trace.Relaxed, trace.Acquire, trace.SeqCst)}, th)
	case k < 21:
		b.fence(th)
	default:
		if u := 1 + b.Int32N(b.created); th == 0 && g.Exists(u) && !b.ended(u) {
			g.Add(Event{Kind: Exit, Thread: u})
			g.Add(Event{Kind: Join, Thread: 0, Peer: u})
		}
	}
}

// follows compares Follows with its definition.
func (b *builder) follows() {
	o := newOracle(b.g)
	r := o.followed()
	for t := range b.g.Threads {
		list := b.g.Threads[t].Events
		if len(list) == 0 || !b.g.Events[list[len(list)-1]].Kind.Accesses() {
			continue
		}
		e := list[len(list)-1]
		for a := range b.g.Events {
			if f := &b.g.Events[a]; f.Kind.Accesses() && f.Thread != int32(t) {
				if got, want := b.g.Follows(e, int32(a)), r[o.inits+a]>>o.node(e, 0)&1 != 0; got != want {
					b.Errorf("event %d follows %d: %v, by definition %v\n%s", e, a, got, want, b.g)
				}
			}
		}
	}
}

// ended reports whether thread t has ended.
func (b *builder) ended(t int32) bool {
	list := b.g.Threads[t].Events
	return len(list) > 0 && b.g.Events[list[len(list)-1]].Kind == Exit
}

func (b *builder) value() uint64 { return 1 + b.Uint64N(2) }

// order returns one of the list; instead of seq_cst, if fences is set, mostly
// one of the first two.
func (b *builder) order(list ...trace.Order) trace.Order {
	o := list[b.IntN(len(list))]
	if b.fences && o == trace.SeqCst && b.IntN(4) > 0 {
		o = list[b.IntN(2)]
	}
	return o
}

func (b *builder) rmwOrder() trace.Order {
	return b.order(trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst)
}

func (b *builder) fence(th int32) {
	f := trace.FenceKind(1 + b.IntN(int(trace.NumFences)-1))
	if b.g.model.HB() {
		b.g.Add(Event{Kind: Fence, Thread: th, Order: []trace.Order{trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst, trace.SeqCst, trace.SeqCst}[b.IntN(6)]})
	} else if b.g.model.HasFence(f) {
		b.g.Add(Event{Kind: Fence, Thread: th, Fence: f})
	}
}

// agree compares the model's verdict on a choice with the definition's.
func (b *builder) agree(what string, got bool) {
	b.choices++
	if !got {
		b.refused++
	}
	if b.quick {
		return
	}
	if want := newOracle(b.g).consistent(); got != want {
		b.Errorf("%s: the model says %v, the definition %v\n%s", what, got, want, b.g)
	}
}

// read tries all writes for a read to read from and keeps one that is allowed.
func (b *builder) read(e Event, th int32) {
	g := b.g
	e.Thread, e.Loc = th, b.Int32N(graphLocs)
	id := g.Add(e)
	var allowed []int32
	for w := int32(Init); w != None; w = g.After(w, e.Loc) {
		g.SetRF(id, w, b.valueOf(w))
		if g.Events[id].Kind == ExclusiveRead && g.TakenBy(w, e.Loc, id) != None {
			continue // see the revisits
		}
		ok := g.PositionOf(w) >= g.CoBound(id) && g.Consistent(id, None)
		half := b.complete(id)
		b.agree("read from "+fmt.Sprint(w), ok)
		if half {
			g.Pop()
		}
		if ok {
			allowed = append(allowed, w)
		}
	}
	if len(allowed) == 0 {
		g.Pop()
		return
	}
	w := allowed[b.IntN(len(allowed))]
	g.SetRF(id, w, b.valueOf(w))
	if b.complete(id) {
		b.revisit(int32(len(g.Events)-1), true)
	}
}

func (b *builder) valueOf(w int32) uint64 {
	if w == Init {
		return 0
	}
	return b.g.Events[w].Value
}

// complete adds the writing half of an RMW.
func (b *builder) complete(id int32) bool {
	e := &b.g.Events[id]
	if e.Kind != ExclusiveRead {
		return false
	}
	from := e.RF
	w := b.g.Add(Event{Kind: ExclusiveWrite, Thread: e.Thread, Loc: e.Loc, Order: e.Order, Value: 1 + e.Value%2})
	b.g.Insert(w, from)
	return true
}

// write tries all places of a write in co and keeps one that is allowed.
func (b *builder) write(e Event, th int32) {
	g := b.g
	e.Thread, e.Loc = th, b.Int32N(graphLocs)
	id := g.Add(e)
	allowed := b.places(id, "write after ", func() bool { return g.Consistent(id, None) })
	if len(allowed) == 0 {
		g.Pop()
		return
	}
	g.Insert(id, allowed[b.IntN(len(allowed))])
	b.revisit(id, b.IntN(2) == 0)
}

// places tries all places of write id, which is not in co.
func (b *builder) places(id int32, what string, consistent func() bool) (allowed []int32) {
	g := b.g
	l := g.Events[id].Loc
	floor := g.CoBound(id)
	for w := int32(Init); w != None; w = g.After(w, l) {
		ok := g.PositionOf(w) >= floor
		if n := g.After(w, l); n != None && g.Events[n].Kind == ExclusiveWrite {
			ok = false
		}
		if e := &g.Events[id]; e.Kind == ExclusiveWrite {
			ok = g.Events[e.Before].RF == w
		}
		g.Insert(id, w)
		ok = ok && consistent()
		b.agree(what+fmt.Sprint(w), ok)
		g.Remove(id)
		if ok {
			allowed = append(allowed, w)
		}
	}
	return allowed
}

// revisit lets write w be read by each read that is not in its prefix, in a
// graph without what was added after the read; it goes on with one of these
// graphs if keep is set.
func (b *builder) revisit(w int32, keep bool) {
	old := b.g
	defer func() { b.g = old }()
	var next *Graph
	for r := range w {
		if e := &old.Events[r]; !e.Kind.Reads() || e.Loc != old.Events[w].Loc || old.InPrefix(r, w) || deletesSource(old, r, w) {
			continue
		}
		g := NewGraph(old.model)
		number := make([]int32, len(old.Events))
		g.Cut(old, r, w, number)
		b.g = g
		w, r := number[w], number[r]
		g.Remove(w)
		g.SetRF(r, w, g.Events[w].Value)
		if b.revisited(w, r) && keep {
			next = g
		}
	}
	if next != nil {
		old = next
	}
}

// deletesSource reports whether a read that stays would lose what it reads.
func deletesSource(g *Graph, r, w int32) bool {
	stays := func(id int32) bool { return id < 0 || id <= r || g.InPrefix(id, w) }
	for i := range g.Events {
		if e := &g.Events[i]; int32(i) != r && e.Kind.Reads() && stays(int32(i)) && !stays(e.RF) {
			return true
		}
	}
	return false
}

// revisited tries all places of w, which r now reads, and leaves w at the last
// that is allowed.
func (b *builder) revisited(w, r int32) bool {
	g := b.g
	if e := &g.Events[w]; e.Kind == ExclusiveWrite && g.TakenBy(g.Events[e.Before].RF, e.Loc, e.Before) != None {
		return false
	}
	last := int32(None)
	for _, p := range b.revisitPlaces(w, r) {
		last = p
	}
	if last == None {
		return false
	}
	g.Insert(w, last)
	b.complete(r)
	return true
}

func (b *builder) revisitPlaces(w, r int32) (allowed []int32) {
	g := b.g
	l, floor := g.Events[w].Loc, g.CoBound(w)
	for p := int32(Init); p != None; p = g.After(p, l) {
		ok := g.PositionOf(p) >= floor
		if n := g.After(p, l); n != None && g.Events[n].Kind == ExclusiveWrite {
			ok = false
		}
		if e := &g.Events[w]; e.Kind == ExclusiveWrite {
			ok = g.Events[e.Before].RF == p
		}
		g.Insert(w, p)
		ok = ok && g.Events[w].CoPosition >= g.CoBound(r) && g.Consistent(w, r)
		half := b.complete(r)
		b.agree(fmt.Sprintf("%d revisits %d, after %d", w, r, p), ok)
		if half {
			g.Pop()
		}
		g.Remove(w)
		if ok {
			allowed = append(allowed, p)
		}
	}
	return allowed
}

// String lists the events.
func (g *Graph) String() string {
	var s strings.Builder
	names := [...]string{"read", "check", "update", "write", "updated", "fence", "create", "join", "exit", "free", "choice"}
	for i := range g.Events {
		e := &g.Events[i]
		fmt.Fprintf(&s, "%2d: thread %d %s %s", i, e.Thread, names[e.Kind], e.Order)
		switch {
		case e.Kind.Reads():
			fmt.Fprintf(&s, " loc %d from %d", e.Loc, e.RF)
		case e.Kind.Writes():
			fmt.Fprintf(&s, " loc %d place %d", e.Loc, e.CoPosition)
		case e.Kind == Fence:
			fmt.Fprintf(&s, " %s", e.Fence)
		default:
			fmt.Fprintf(&s, " %d", e.Peer)
		}
		s.WriteByte('\n')
	}
	return s.String()
}
