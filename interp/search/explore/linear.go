package explore

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// ErrNoRun reports that no run of the machine with the execution graph was found.
var ErrNoRun = errors.New("no run of the machine that makes this execution was found")

// Linearise runs the program on the machine of m, the operational model of the search's model. The
// run follows the execution graph of a finding, and ends in its error; if f.Error is nil, it ends
// without an error. Linearise returns the machine, and the result with the choices that replay the
// run. rec records the events of the run. The error is ErrNoRun if there is no such run.
//
// The events take effect in an order that agrees with the model. A store of a hardware model takes
// effect when it commits, and is issued just before. A load of PSLO is issued as late as the
// thread's next other operation. Every read reads the write of the graph. Not every graph has such
// a run: under the C11 backend, seq_cst operations take effect in the order of execution. Linearise
// compares the error of the run with f.Error, so that the result never shows another error.
func Linearise(ctx context.Context, p *code.Program, m *models.Model, o interp.Options, f *Counterexample, rec *trace.Recorder) (*interp.Machine, *interp.Result, error) {
	return f.linearise(ctx, p, m, o, rec, f.endsLike)
}

// Linearise is the function of the same name for an execution that may end in any way. A thread
// that waits or is cut short in the graph continues in the run. shown reports whether a run, whose
// events are in rec, is acceptable.
func (g *Graph) Linearise(ctx context.Context, p *code.Program, m *models.Model, o interp.Options, rec *trace.Recorder, shown func(*interp.Result) bool) (*interp.Machine, *interp.Result, error) {
	return (&Counterexample{Witness: g}).linearise(ctx, p, m, o, rec, shown)
}

func (f *Counterexample) linearise(ctx context.Context, p *code.Program, m *models.Model, o interp.Options, rec *trace.Recorder, shown func(*interp.Result) bool) (*interp.Machine, *interp.Result, error) {
	am := axiom.Of(m)
	g := f.Witness.graph(am)
	f.Witness.beginSections(g, p.Atomic)
	var halt atomic.Bool
	g.Halt = &halt
	defer context.AfterFunc(ctx, func() { halt.Store(true) })()
	o.MaxSteps = 1000 + 10*len(g.Events) // enough for the run, and to detect that threads wait
	mc := interp.New(p, m, o)
	for _, loose := range []bool{false, true} {
		order, ok := g.Linear(f.freesFirst(g), loose)
		if !ok {
			continue
		}
		s := newLinearisation(f, g, f.needed(g, order), rec, m.Buffered)
		if r := mc.Run(ctx, s, rec); shown(r) {
			return mc, r, nil
		}
		if !am.HB() || ctx.Err() != nil {
			break
		}
	}
	return nil, nil, ErrNoRun
}

// endsLike reports whether a run shows f.Error, or ends without an error if that is nil.
func (f *Counterexample) endsLike(r *interp.Result) bool {
	if f.Error == nil {
		return r.Outcome == interp.Completed
	}
	switch {
	case r.Outcome != interp.Completed && r.Outcome != interp.Failed:
		return false
	case f.Error.Kind == interp.DataRace:
		return slices.ContainsFunc(r.Races, f.Error.Same)
	case r.Err == nil || r.Err.Kind != f.Error.Kind:
		return false
	case f.Error.Waiting != nil:
		return SameWait(f.Error, r.Err)
	case f.Error.Kind == interp.UseAfterFree:
		return r.Err.Freed == f.Error.Freed // the machine names one of several accesses that nothing orders before the free
	}
	return f.Error.Same(r.Err)
}

// SameWait reports whether two errors say that threads wait at the same lines. The search sees a
// thread wait at the condition of a loop, the machine at its head.
func SameWait(a, b *interp.Error) bool {
	return a.Kind == b.Kind && slices.EqualFunc(a.Waiting, b.Waiting, func(a, b interp.Waiter) bool {
		return a.Spins == b.Spins && a.Pos.File == b.Pos.File && a.Pos.Line == b.Pos.Line
	})
}

// needed removes the events of order that the error does not need. If the error is that of one
// thread, the prefix of the thread's last event remains. Other threads may have errors as well,
// which the run must not reach first. A use after free needs what freed the memory, which may be the
// end of a thread.
func (f *Counterexample) needed(g *axiom.Graph, order []int32) []int32 {
	if f.Error == nil {
		return order
	}
	list := g.Threads[f.Error.Thread].Events
	if f.Error.Waiting != nil || f.Error.Kind == interp.DataRace || f.Error.Kind == interp.UseAfterFree || len(list) == 0 {
		return order
	}
	last := list[len(list)-1]
	return slices.DeleteFunc(order, func(id int32) bool { return !g.InPrefix(id, last) })
}

// freesFirst returns pairs of a free and an access that has to come after it, if f is a use after
// free: the accesses of the block that nothing orders before the free. Under RC11 it leaves out
// accesses in the po ∪ rf prefix of the free. They cannot come after it, and need not: the C11
// backend reports an access that happens-before does not order before the free.
func (f *Counterexample) freesFirst(g *axiom.Graph) (before [][2]int32) {
	if f.Error == nil || f.Error.Kind != interp.UseAfterFree {
		return nil
	}
	addrs, lives := make([]uint64, len(g.Locs)), make([]uint16, len(g.Locs))
	for k, a := range f.Witness.Events {
		if a.Kind.Accesses() {
			addrs[g.Events[k].Loc], lives[g.Events[k].Loc] = a.Addr, a.Life
		}
	}
	for i, e := range f.Witness.Events {
		if e.Kind != axiom.Free && e.Kind != axiom.End {
			continue
		}
		inBlock := func(loc int32) bool { return addrs[loc]-e.Value < e.Bytes && lives[loc] == e.Life }
		for k, a := range f.Witness.Events {
			if g.Halt.Load() {
				return nil
			}
			if a.Kind.Accesses() && a.Thread != e.Thread && inBlock(g.Events[k].Loc) &&
				!(g.Model().HB() && g.InPrefix(int32(k), int32(i))) && !g.Precedes(int32(k), int32(i), inBlock) {
				before = append(before, [2]int32{int32(i), int32(k)})
			}
		}
	}
	return before
}

// graph converts a graph for display to an axiom.Graph. Events keep their numbers.
func (w *Graph) graph(m *axiom.Model) *axiom.Graph {
	g, locs := axiom.NewGraph(m), map[place]int32{}
	var writes []int32
	for i := range w.Events {
		e := &w.Events[i]
		v := axiom.Event{Kind: e.Kind, Order: e.Order, Fence: e.Fence, Thread: e.Thread, Site: e.Site, Peer: e.Peer, Value: e.Value, Part: e.Part, Inserts: e.Inserts, Section: int32(e.Section), Peek: e.Peek, Within: e.Within}
		if e.Kind.Accesses() {
			l, ok := locs[e.place()]
			if !ok {
				l = g.AddLoc()
				locs[e.place()] = l
			}
			v.Loc = l
		}
		id := g.Add(v)
		switch {
		case e.Kind == axiom.Create:
			g.AddThread(e.Peer, id)
		case e.Kind.Reads():
			g.SetRF(id, int32(e.RF), e.Value)
		case e.Kind.Allocates():
			g.Take(id, int32(e.RF))
		case e.Kind.Writes():
			writes = append(writes, id)
		}
	}
	slices.SortStableFunc(writes, func(a, b int32) int { return w.Events[a].CoPosition - w.Events[b].CoPosition })
	for _, id := range writes {
		g.Insert(id, g.Locs[g.Events[id].Loc].Last)
	}
	return g
}

// beginSections makes the lock of atomic sections, which is at an address, the first event of each
// section: while a thread of a run holds it, no other thread performs anything.
func (w *Graph) beginSections(g *axiom.Graph, addr uint64) {
	for t := range g.Threads {
		list := g.Threads[t].Events
		for i, id := range list {
			if g.Events[id].Kind != axiom.ExclusiveRead || w.Events[id].Addr != addr {
				continue
			}
			first := i + 1
			for first < len(list) && g.Events[list[first]].Section == 0 && (first == i+1 || g.Events[list[first]].Kind == axiom.Fence) {
				first++ // the second half of the lock, and its fences
			}
			if first == len(list) {
				continue
			}
			section := g.Events[list[first]].Section
			for k := i; section != 0 && k < len(list) && (k < first || g.Events[list[k]].Section == section); k++ {
				g.Events[list[k]].Section = int32(i) + 1
			}
		}
	}
}

// A linearisation is the strategy of a run that follows a graph.
type linearisation struct {
	f        *Counterexample
	g        *axiom.Graph
	order    []int32 // events in the order in which they take effect
	next     int     // index in order
	rec      *trace.Recorder
	seen     int  // number of events of rec that catchUp has read
	buffered bool // the model has store buffers

	ops       [][]int32        // by thread of the graph: the events that are operations of the machine, in order
	choices   [][]int32        // by thread of the graph: its Choice events, in order
	place     []int            // by event: how many operations of its thread come before it
	chosen    []int            // by thread of the graph: answered choices
	done      []int            // by thread of the graph: performed operations
	store     []int32          // by event: the machine's number of the store, or 0
	freed     map[int32]uint64 // by event, a free: the machine's address of the block
	committed map[int32]bool   // by the machine's number of a store
	graphOf   []int32          // by thread of the machine: the thread of the graph, or -1
	machineOf []int32          // by thread of the graph: the thread of the machine, or -1
	turn      int
}

func newLinearisation(f *Counterexample, g *axiom.Graph, order []int32, rec *trace.Recorder, buffered bool) *linearisation {
	n := len(g.Threads)
	s := &linearisation{f: f, g: g, order: order, rec: rec, buffered: buffered, ops: make([][]int32, n), choices: make([][]int32, n), chosen: make([]int, n), done: make([]int, n),
		place: make([]int, len(g.Events)), store: make([]int32, len(g.Events)), freed: map[int32]uint64{}, committed: map[int32]bool{}, graphOf: []int32{0}, machineOf: make([]int32, n)}
	for t := range s.machineOf[1:] {
		s.machineOf[t+1] = -1
	}
	for t := range g.Threads {
		for _, id := range g.Threads[t].Events {
			s.place[id] = len(s.ops[t])
			switch e := &g.Events[id]; {
			case e.Kind == axiom.Choice:
				s.choices[t] = append(s.choices[t], id)
			case e.Inserts && e.Kind.Writes():
				s.ops[t] = append(s.ops[t], id)
			case e.Kind == axiom.Fence, e.Kind == axiom.ExclusiveWrite, e.Inserts, e.Kind == axiom.End, e.Peek, e.Within:
			default:
				s.ops[t] = append(s.ops[t], id)
			}
		}
	}
	return s
}

// Begin implements interp.Strategy.
func (s *linearisation) Begin(int) bool { return true }

// Choose implements interp.Strategy. It takes the alternative that the graph has.
func (s *linearisation) Choose(c *interp.Choice) int {
	s.catchUp()
	switch c.Kind {
	case interp.Schedule:
		return s.schedule(c)
	case interp.ReadFrom:
		return s.readFrom(c)
	case interp.Promise: // in an execution of the search no load is performed early
		return 0
	case interp.Reuse:
		return s.reuse(c)
	}
	t := s.graphThread(c.Thread)
	if t < 0 {
		return 0
	}
	k := s.chosen[t]
	s.chosen[t]++
	list := s.choices[t]
	if k >= len(list) || int(s.g.Events[list[k]].Value) >= c.N {
		return 0
	}
	n := int(s.g.Events[list[k]].Value)
	if c.Kind == interp.Wake {
		return s.woken(c, n)
	}
	return n
}

// woken returns the place in the queue of a condition variable of the thread that is the n-th in it by
// its number in the graph.
func (s *linearisation) woken(c *interp.Choice, n int) int {
	var threads []int32
	for _, t := range c.Waiting {
		threads = append(threads, s.graphThread(t))
	}
	chosen := slices.Sorted(slices.Values(threads))[n]
	return slices.Index(threads, chosen)
}

func (s *linearisation) graphThread(t trace.ThreadID) int32 {
	if int(t) < len(s.graphOf) {
		return s.graphOf[t]
	}
	return -1
}

// catchUp reads the new events of rec.
func (s *linearisation) catchUp() {
	for ; s.seen < len(s.rec.Events); s.seen++ {
		e := &s.rec.Events[s.seen]
		switch e.Kind {
		case trace.Commit:
			s.committed[e.RF] = true
			continue
		case trace.Fence:
			continue
		}
		t := s.graphThread(e.Thread)
		if t < 0 || e.Kind == trace.Alloc && !s.allocates(t) {
			continue
		}
		k := s.done[t]
		s.done[t]++
		if k >= len(s.ops[t]) {
			if e.Kind == trace.Create {
				s.created(e, -1)
			}
			continue
		}
		id := s.ops[t][k]
		switch v := &s.g.Events[id]; v.Kind {
		case axiom.Write:
			s.store[id] = e.ID
		case axiom.ExclusiveWrite: // of a store of a part, of which order has the reading half
			s.store[id], s.store[v.Before] = e.ID, e.ID
		case axiom.Free:
			s.freed[id] = e.Addr
		case axiom.ExclusiveRead:
			if list := s.g.Threads[t].Events; int(v.Index)+1 < len(list) {
				s.store[list[v.Index+1]] = e.ID
			}
		case axiom.Create:
			s.created(e, v.Peer)
		}
	}
}

// allocates reports whether the next operation of thread t in the graph is an allocation.
func (s *linearisation) allocates(t int32) bool {
	k := s.done[t]
	return k < len(s.ops[t]) && s.g.Events[s.ops[t][k]].Kind.Allocates()
}

// reuse returns 1 + the index in c.Freed of the block that the next allocation of the thread gets;
// 0 for new addresses.
func (s *linearisation) reuse(c *interp.Choice) int {
	t := s.graphThread(c.Thread)
	if t < 0 || s.done[t] >= len(s.ops[t]) {
		return 0
	}
	id := s.ops[t][s.done[t]]
	if e := &s.g.Events[id]; e.Kind == axiom.Free && e.Index > 0 { // a realloc
		id = e.Before
	}
	if e := &s.g.Events[id]; e.Kind == axiom.Reuse {
		return 1 + slices.Index(c.Freed, s.freed[e.RF])
	}
	return 0
}

// created notes that event e of the run creates thread t of the graph; -1: no thread of it.
func (s *linearisation) created(e *trace.Event, t int32) {
	n := int(e.Value)
	for len(s.graphOf) <= n {
		s.graphOf = append(s.graphOf, -1)
	}
	s.graphOf[n] = t
	if t >= 0 {
		s.machineOf[t] = int32(n)
	}
}

// schedule takes a step towards the next event of order. After the last, it completes the run.
func (s *linearisation) schedule(c *interp.Choice) int {
	for ; s.next < len(s.order); s.next++ {
		if k := s.towards(c, s.order[s.next]); k >= 0 {
			return k
		}
	}
	// First the operation that is the error, then loads without a later operation of their
	// thread, then all enabled steps in turn.
	if e := s.f.Error; e != nil {
		if k := s.step(c, e.Thread); k >= 0 && e.Waiting == nil {
			return k
		}
	}
	for t := range s.ops {
		if n := len(s.ops[t]); s.done[t] < n && !s.ends(s.ops[t][n-1]) {
			if k := s.step(c, int32(t)); k >= 0 {
				return k
			}
		}
	}
	s.turn++
	return s.turn % c.N
}

// ends reports whether event id ends the program.
func (s *linearisation) ends(id int32) bool {
	e := &s.g.Events[id]
	return e.Kind == axiom.Exit && e.Value != 0
}

// towards returns the index of the action of c that leads to event id. It returns -1 if the event
// has taken effect, is a load to be issued later or an allocation that the model does not order, or
// cannot happen.
func (s *linearisation) towards(c *interp.Choice, id int32) int {
	e := &s.g.Events[id]
	t := e.Thread
	switch {
	case s.ends(id):
		return -1
	case e.Kind == axiom.End && s.done[t] >= s.place[id]: // the machine performs it with the operation before it
		return -1
	case e.Kind == axiom.Fence:
		if s.done[t] < s.place[id] {
			return s.step(c, t)
		}
		if u := s.machineOf[t]; u >= 0 && s.done[t] == s.place[id] {
			if op := c.Machine.Next(u); op.Kind == trace.Fence && op.Site == e.Site {
				return s.step(c, t)
			}
		}
		return -1
	case s.done[t] <= s.place[id]:
		if e.Kind == axiom.Read && s.g.Model().ReadsOld() || e.Kind == axiom.Alloc && !s.g.Model().HB() {
			return -1
		}
		return s.step(c, t)
	case e.IsStore() && s.buffered && !s.committed[s.store[id]]:
		for k, a := range c.Actions {
			if a.Store != 0 && a.Store == s.store[id] {
				return k
			}
		}
	}
	return -1
}

// step returns the index of the action of c that is a step of thread t of the graph, or -1.
func (s *linearisation) step(c *interp.Choice, t int32) int {
	u := s.machineOf[t]
	for k, a := range c.Actions {
		if a.Store == 0 && a.Thread == u {
			return k
		}
	}
	return -1
}

// readFrom returns the index of the store that the read has in the graph. After the end of the
// thread in the graph it returns the newest store.
func (s *linearisation) readFrom(c *interp.Choice) int {
	t := s.graphThread(c.Thread)
	if t < 0 || s.done[t] >= len(s.ops[t]) {
		return c.N - 1
	}
	from := int32(0) // the initial content
	if e := &s.g.Events[s.ops[t][s.done[t]]]; e.Kind.Reads() && e.RF >= 0 {
		from = s.store[e.RF]
	}
	for k := range c.N {
		if c.Store(k) == from {
			return k
		}
	}
	return c.N - 1
}
