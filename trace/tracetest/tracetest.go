// Package tracetest makes random well-formed executions for tests: random
// straight-line programs, and a small simulator of SC, TSO, PSO and PSLO
// (RELAXER, Figures 3 to 6, with precise store-store fences) that runs them
// under random schedules. It shares no code with the models proper, so that
// each can be held against the other.
package tracetest

import (
	"math/rand/v2"

	"fencepost/trace"
)

// Op is one operation of a straight-line program.
type Op struct {
	Kind trace.Kind // Load, Store, RMW, CASFail (reads as an RMW does), Fence, Lock, Unlock, Create, Join
	Loc  int32      // of accesses and lock words
	Arg  int32      // FenceKind, or the other thread
	Site int32
}

// Program is what each thread does. Thread 0 runs from the start; the others
// are created by it. An Exit is added to each.
type Program [][]Op

// Shape describes random programs.
type Shape struct {
	Threads int // beside main
	Ops     int // at most, a thread
	Locs    int
	Sites   int  // sites are reused when there are fewer than accesses
	Main    bool // main has accesses too, between creations and joins
	Fences  bool // and RMWs and failed compare-exchanges
	Locks   bool
}

// Random makes a program. Its sites are below s.Sites.
func Random(r *rand.Rand, s Shape) Program {
	p := make(Program, s.Threads+1)
	access := func(t int) { p[t] = append(p[t], s.access(r, t)) }
	for t := 1; t <= s.Threads; t++ {
		if s.Main {
			for range r.IntN(3) {
				access(0)
			}
		}
		p[0] = append(p[0], Op{Kind: trace.Create, Loc: -1, Arg: int32(t), Site: -1})
		for n := 1 + r.IntN(s.Ops); len(p[t]) < n; {
			if s.Locks && r.IntN(6) == 0 {
				l := int32(s.Locs)
				p[t] = append(p[t], Op{Kind: trace.Lock, Loc: l, Site: -1})
				access(t)
				p[t] = append(p[t], Op{Kind: trace.Unlock, Loc: l, Site: -1})
				continue
			}
			access(t)
		}
	}
	for t := 1; t <= s.Threads; t++ {
		if s.Main {
			access(0)
		}
		if r.IntN(2) == 0 {
			p[0] = append(p[0], Op{Kind: trace.Join, Loc: -1, Arg: int32(t), Site: -1})
		}
	}
	if s.Main {
		access(0)
	}
	for t := range p {
		p[t] = append(p[t], Op{Kind: trace.Exit, Loc: -1, Site: -1})
	}
	return p
}

func (s Shape) access(r *rand.Rand, t int) Op {
	// A thread has sites of its own, as different functions do, except that
	// every third access stands in code that all share.
	site := int32(r.IntN(s.Sites))
	if r.IntN(3) > 0 {
		site = site/int32(s.Threads+1)*int32(s.Threads+1) + int32(t)
		site %= int32(s.Sites)
	}
	op := Op{Kind: trace.Load, Loc: int32(r.IntN(s.Locs)), Site: site}
	switch n := r.IntN(20); {
	case n < 9:
		op.Kind = trace.Store
	case !s.Fences || n < 15:
	case n < 17:
		op.Kind = trace.RMW
	case n < 18:
		op.Kind = trace.CASFail
	default:
		op = Op{Kind: trace.Fence, Loc: -1, Arg: 1 + int32(r.IntN(3)), Site: -1}
	}
	return op
}

// Run executes p under the model named sc, tso, pso or pslo with a random
// schedule, and returns the events.
func Run(r *rand.Rand, p Program, model string) []trace.Event {
	m := &machine{r: r, p: p, model: model, threads: make([]thread, len(p))}
	m.threads[0].created = true
	for m.step() {
	}
	return m.events
}

type pending struct {
	store, loc int32
	epoch      int
}

type thread struct {
	created, done bool
	pc            int
	index         int32
	epoch         int
	buffer        []pending
	oldest        map[int32]int32 // PSLO: by location, the oldest c that may be read
}

type machine struct {
	r       *rand.Rand
	p       Program
	model   string
	threads []thread
	commits [256][]int32 // by location: its stores in co
	events  []trace.Event
}

// step performs one random enabled transition; false if there is none.
func (m *machine) step() bool {
	type choice struct{ thread, commit int }
	var all []choice
	for t := range m.threads {
		if m.enabled(t) {
			all = append(all, choice{t, -1})
		}
		for i := range m.threads[t].buffer {
			if m.mayCommit(&m.threads[t], i) {
				all = append(all, choice{t, i})
			}
		}
	}
	if len(all) == 0 {
		return false
	}
	if c := all[m.r.IntN(len(all))]; c.commit >= 0 {
		m.commit(c.thread, c.commit)
	} else {
		m.perform(c.thread)
	}
	return true
}

func (m *machine) enabled(t int) bool {
	th := &m.threads[t]
	if !th.created || th.done {
		return false
	}
	switch op := m.p[t][th.pc]; op.Kind {
	case trace.Join:
		o := &m.threads[op.Arg]
		return o.done && len(o.buffer) == 0
	case trace.Lock:
		return m.value(m.newest(op.Loc)) == 0
	}
	return true
}

func (m *machine) mayCommit(t *thread, i int) bool {
	for _, b := range t.buffer[:i] {
		if m.model == "tso" || b.loc == t.buffer[i].loc || b.epoch < t.buffer[i].epoch {
			return false
		}
	}
	return true
}

func (m *machine) newest(loc int32) int32 {
	if c := m.commits[loc]; len(c) > 0 {
		return c[len(c)-1]
	}
	return 0
}

func (m *machine) value(store int32) uint64 {
	if store == 0 {
		return 0
	}
	return m.events[store-1].Value
}

func (m *machine) emit(t int, e trace.Event) *trace.Event {
	e.ID = int32(len(m.events) + 1)
	e.Thread = trace.ThreadID(t)
	if e.Loc >= 0 {
		e.Addr, e.Size = 0x10000+8*uint64(e.Loc), 8
	}
	m.events = append(m.events, e)
	return &m.events[len(m.events)-1]
}

func (m *machine) commit(t, i int) {
	th := &m.threads[t]
	b := th.buffer[i]
	th.buffer = append(th.buffer[:i:i], th.buffer[i+1:]...)
	s := m.events[b.store-1]
	m.publish(t, b.loc, b.store)
	m.emit(t, trace.Event{Kind: trace.Commit, I: s.I, Site: s.Site, Loc: b.loc,
		C: int32(len(m.commits[b.loc])), RF: b.store, Value: s.Value})
}

// publish makes a store the newest of its location.
func (m *machine) publish(t int, loc, store int32) {
	m.commits[loc] = append(m.commits[loc], store)
	m.seen(t, loc, int32(len(m.commits[loc])))
}

// seen bars the thread from reading stores older than the c-th.
func (m *machine) seen(t int, loc, c int32) {
	th := &m.threads[t]
	if th.oldest == nil {
		th.oldest = map[int32]int32{}
	}
	th.oldest[loc] = max(th.oldest[loc], c)
}

func (m *machine) drain(t int) {
	for len(m.threads[t].buffer) > 0 {
		m.commit(t, 0)
	}
}

// prepare commits what an RMW comes after.
func (m *machine) prepare(t int, loc int32) {
	if m.model == "tso" {
		m.drain(t)
	}
	th := &m.threads[t]
	for i := 0; i < len(th.buffer); {
		if th.buffer[i].epoch < th.epoch || th.buffer[i].loc == loc {
			m.commit(t, i)
		} else {
			i++
		}
	}
}

func (m *machine) fence(t int, f trace.FenceKind) {
	th := &m.threads[t]
	switch f {
	case trace.StoreStore:
		th.epoch++
	case trace.StoreLoad:
		m.drain(t)
	}
	if f != trace.StoreStore {
		for l := range m.commits {
			if n := len(m.commits[l]); n > 0 {
				m.seen(t, int32(l), int32(n))
			}
		}
	}
}

func (m *machine) perform(t int) {
	th := &m.threads[t]
	op := m.p[t][th.pc]
	th.pc++
	th.index++
	e := trace.Event{Kind: op.Kind, I: th.index, Site: op.Site, Loc: op.Loc}
	switch op.Kind {
	case trace.Load:
		m.load(t, e)
	case trace.Store, trace.Unlock:
		m.store(t, e)
	case trace.RMW, trace.CASFail, trace.Lock:
		m.rmw(t, e)
	case trace.Fence:
		e.Value = uint64(op.Arg)
		m.fence(t, trace.FenceKind(op.Arg))
		m.emit(t, e)
	case trace.Create:
		m.drain(t)
		child := &m.threads[op.Arg]
		child.created = true
		m.fence(int(op.Arg), trace.LoadLoad)
		e.Value = uint64(op.Arg)
		m.emit(t, e)
	case trace.Join:
		m.fence(t, trace.LoadLoad)
		e.Value = uint64(op.Arg)
		m.emit(t, e)
	case trace.Exit:
		th.done = true
		m.emit(t, e)
	}
}

func (m *machine) load(t int, e trace.Event) {
	th := &m.threads[t]
	for i := len(th.buffer) - 1; i >= 0; i-- {
		if b := th.buffer[i]; b.loc == e.Loc {
			e.RF, e.C, e.Value = b.store, trace.NoCommit, m.value(b.store)
			m.emit(t, e)
			return
		}
	}
	m.read(t, &e, m.model == "pslo")
	m.emit(t, e)
}

// read fills in what e reads from memory; stale allows an older store.
func (m *machine) read(t int, e *trace.Event, stale bool) uint64 {
	n := int32(len(m.commits[e.Loc]))
	e.C = n
	if stale {
		low := m.threads[t].oldest[e.Loc]
		e.C = low + int32(m.r.IntN(int(n-low)+1))
	}
	m.seen(t, e.Loc, e.C)
	if e.C > 0 {
		e.RF = m.commits[e.Loc][e.C-1]
	}
	e.Value = m.value(e.RF)
	return e.Value
}

func (m *machine) store(t int, e trace.Event) {
	th := &m.threads[t]
	if e.Kind == trace.Unlock {
		m.fence(t, trace.StoreStore)
	} else {
		e.Value = uint64(len(m.events) + 1)
	}
	if m.model == "sc" {
		e.C = int32(len(m.commits[e.Loc]) + 1)
		m.publish(t, e.Loc, m.emit(t, e).ID)
		return
	}
	e.C = trace.NoCommit
	th.buffer = append(th.buffer, pending{m.emit(t, e).ID, e.Loc, th.epoch})
}

func (m *machine) rmw(t int, e trace.Event) {
	m.prepare(t, e.Loc)
	v := m.read(t, &e, false)
	if e.Kind == trace.CASFail {
		m.emit(t, e)
		return
	}
	e.Read, e.Value = v, uint64(len(m.events)+1)
	e.C++
	m.publish(t, e.Loc, m.emit(t, e).ID)
	if e.Kind == trace.Lock {
		m.fence(t, trace.LoadLoad)
	}
}
