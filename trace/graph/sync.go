package graph

import (
	"iter"
	"slices"

	"fencepost/trace"
	"fencepost/trace/clock"
)

// SW returns the edges from each event that synchronises to the event with which it
// synchronises, unless they follow from program order and earlier edges. With program order
// these edges make happens-before. They are the creation and join of threads and, in native
// C11, the edges from release operations and fences to acquire ones, by the rules of RC11
// (PLDI 2017, section 3). Reads of lock words are acquire operations, and stores to them
// release ones.
func (x *Execution) SW() iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		s := x.synchronise()
		for i := range x.Events {
			s.edges = s.edges[:0]
			s.event(&x.Events[i])
			for _, e := range s.edges {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Known returns, for each event that writes, by ID, the events that come before it in every
// execution with the same past: for each thread the program index of the latest one,
// including the event itself. In native C11 that is happens-before, otherwise program
// order, creation, join and rf. It takes O(events · threads).
func (x *Execution) Known() [][]int32 {
	s := x.synchronise()
	known := make([][]int32, len(x.Events)+1)
	for i := range x.Events {
		e := &x.Events[i]
		if !x.Native && e.Kind.Reads() && e.RF > 0 {
			clock.Join(s.threads[e.Thread].now, known[e.RF])
		}
		s.event(e)
		if e.Kind.Writes() {
			known[e.ID] = slices.Clone(s.threads[e.Thread].now)
		}
	}
	return known
}

// synchronise returns a synchroniser in its initial state.
func (x *Execution) synchronise() *synchroniser {
	threads := trace.ThreadID(0)
	for i := range x.Events {
		threads = max(threads, x.Events[i].Thread+1)
	}
	s := &synchroniser{
		native:  x.Native,
		rmws:    x.RMWSequences,
		latest:  make(map[ownStore]int32),
		threads: make([]syncThread, threads),
		heads:   make([]syncHead, len(x.Events)+1),
		stores:  make([]syncStore, len(x.Events)+1),
	}
	for t := range s.threads {
		s.threads[t].now = make([]int32, threads)
	}
	return s
}

// A synchroniser computes vector clocks along an execution: for each thread the program
// index of its latest event that happens before the current one.
type synchroniser struct {
	native  bool
	rmws    bool               // only RMWs continue release sequences
	latest  map[ownStore]int32 // the latest release store of a thread to a location
	threads []syncThread
	heads   []syncHead  // by event ID
	stores  []syncStore // by event ID
	edges   []Edge      // to the latest event
}

type syncThread struct {
	now     []int32
	created int32 // the event that created it, until the thread has synchronised with it
	release int32 // its latest release fence
	exit    int32
	reads   []int32 // stores read since the latest acquire fence
}

type ownStore struct {
	thread trace.ThreadID
	loc    int32
}

// A syncHead is an event with which others may synchronise. Its clock is nil if it is none.
type syncHead struct {
	clock  []int32
	thread trace.ThreadID
	index  int32
}

// A syncStore is a store that passes releases on: its own and, if it is an RMW, the releases of the
// store that it read.
type syncStore struct {
	head, before int32   // 0: none
	clock        []int32 // join of all these heads; nil: there are none
}

func (s *synchroniser) event(e *trace.Event) {
	if e.Kind == trace.Commit || e.Kind == trace.Bad {
		return
	}
	t := &s.threads[e.Thread]
	t.now[e.Thread] = max(t.now[e.Thread], e.I) // a load that was put off comes later
	if t.created != 0 {
		s.link(t.created, e)
		t.created = 0
	}
	switch e.Kind {
	case trace.Create:
		s.keep(e)
		if int(e.Value) < len(s.threads) {
			s.threads[e.Value].created = e.ID
		}
	case trace.Exit:
		s.keep(e)
		t.exit = e.ID
	case trace.Join:
		if int(e.Value) < len(s.threads) && s.threads[e.Value].exit != 0 {
			s.link(s.threads[e.Value].exit, e)
		}
	case trace.Fence:
		s.fence(e)
	}
	if !s.native {
		return
	}
	if e.Kind.Reads() && e.RF > 0 && e.Order != trace.Plain && s.stores[e.RF].clock != nil {
		if e.Order.Acquires() {
			s.follow(e.RF, e)
		} else if n := len(t.reads); n == 0 || t.reads[n-1] != e.RF {
			t.reads = append(t.reads, e.RF)
		}
	}
	if e.Kind.Writes() && e.Order != trace.Plain {
		s.store(e)
	}
}

func (s *synchroniser) fence(e *trace.Event) {
	if !s.native {
		return
	}
	t := &s.threads[e.Thread]
	if e.Order.Acquires() {
		for k := len(t.reads) - 1; k >= 0; k-- {
			s.follow(t.reads[k], e)
		}
		t.reads = t.reads[:0]
	}
	if e.Order.Releases() {
		s.keep(e)
		t.release = e.ID
	}
}

// keep makes e a head.
func (s *synchroniser) keep(e *trace.Event) {
	s.heads[e.ID] = syncHead{append([]int32(nil), s.threads[e.Thread].now...), e.Thread, e.I}
}

func (s *synchroniser) store(e *trace.Event) {
	st := &s.stores[e.ID]
	if e.Order.Releases() {
		s.keep(e)
		st.head = e.ID
		s.latest[ownStore{e.Thread, e.Loc}] = e.ID
	} else {
		st.head = s.threads[e.Thread].release
		if h := s.latest[ownStore{e.Thread, e.Loc}]; !s.rmws && (st.head == 0 || h != 0 && s.heads[h].index > s.heads[st.head].index) {
			st.head = h // the other one happens before it
		}
	}
	if st.head != 0 {
		st.clock = s.heads[st.head].clock
	}
	if (e.Kind == trace.RMW || e.Kind == trace.Lock) && e.RF > 0 && s.stores[e.RF].clock != nil {
		st.before = e.RF
		all := slices.Clone(s.stores[e.RF].clock)
		if st.clock != nil {
			clock.Join(all, st.clock)
		}
		st.clock = all
	}
}

// follow adds edges from all heads of a store to e, unless they happen before e already.
func (s *synchroniser) follow(store int32, e *trace.Event) {
	now := s.threads[e.Thread].now
	for store != 0 && !clock.Covers(now, s.stores[store].clock) {
		if s.stores[store].head != 0 {
			s.link(s.stores[store].head, e)
		}
		store = s.stores[store].before
	}
}

// link makes head happen before e, unless it does already.
func (s *synchroniser) link(head int32, e *trace.Event) {
	h, now := &s.heads[head], s.threads[e.Thread].now
	if now[h.thread] < h.index {
		s.edges = append(s.edges, Edge{head, e.ID})
		clock.Join(now, h.clock)
	}
}
