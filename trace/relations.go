package trace

// An Edge leads from one event to another. From may be 0: the initial content of
// the location that the other accesses.
type Edge struct{ From, To int32 }

// Relations are what an execution under C11's own model is beside its events and
// their program order. What each read reads from, Event.RF tells.
type Relations struct {
	MO []LocationOrder // by Loc; lock words are left out
	// SW holds, of the pairs of which the first synchronises with the second, those
	// that do not follow from program order and earlier ones. Together with program
	// order they make happens-before.
	SW []Edge
}

// A LocationOrder is what is decided of the modification order of a location: the
// stores of each edge stand in this order in every modification order that is
// possible. Edges that follow from others are left out.
type LocationOrder struct {
	Loc   int32
	Edges []Edge
}

// Within returns the edges between the first n events.
func (r *Relations) Within(n int32) *Relations {
	inside := func(edges []Edge) (list []Edge) {
		for _, e := range edges {
			if e.From <= n && e.To <= n {
				list = append(list, e)
			}
		}
		return list
	}
	out := &Relations{SW: inside(r.SW)}
	for _, l := range r.MO {
		if edges := inside(l.Edges); edges != nil {
			out.MO = append(out.MO, LocationOrder{l.Loc, edges})
		}
	}
	return out
}

// Synchronised returns Relations.SW of an execution under C11's own model: by the
// rules of C++20, with its release sequences, where a release fence or operation
// synchronises with an acquire one, and by creation and joining of threads. Reads
// of lock words are acquire operations, and the stores to them release ones.
func Synchronised(events []Event) []Edge {
	threads := ThreadID(0)
	for i := range events {
		threads = max(threads, events[i].Thread+1)
	}
	s := synchroniser{
		threads: make([]syncThread, threads),
		heads:   make([]syncHead, len(events)+1),
		stores:  make([]syncStore, len(events)+1),
	}
	for t := range s.threads {
		s.threads[t].now = make([]int32, threads)
	}
	for i := range events {
		if e := &events[i]; e.Kind != Commit && e.Kind != Bad {
			s.event(e)
		}
	}
	return s.edges
}

// A synchroniser follows an execution with clock vectors: for each thread the
// program index of its latest event that is known.
type synchroniser struct {
	threads []syncThread
	heads   []syncHead  // by ID
	stores  []syncStore // by ID
	edges   []Edge
}

type syncThread struct {
	now     []int32
	created int32 // event that created it, until it is known
	release int32 // latest release fence
	exit    int32
	reads   []int32 // stores read since the latest acquire fence
}

// A syncHead is an event that others may synchronise with; its clock is nil if it
// is none.
type syncHead struct {
	clock  []int32
	thread ThreadID
	index  int32
}

// A syncStore is a store that hands on what heads release: by itself, and, if it is
// an RMW, that of the store that it read.
type syncStore struct {
	head, before int32   // 0: none
	clock        []int32 // of all these heads; nil: there are none
}

func (s *synchroniser) event(e *Event) {
	t := &s.threads[e.Thread]
	t.now[e.Thread] = e.I
	if t.created != 0 {
		s.link(t.created, e)
		t.created = 0
	}
	switch e.Kind {
	case Create:
		s.keep(e)
		if int(e.Value) < len(s.threads) {
			s.threads[e.Value].created = e.ID
		}
	case Exit:
		s.keep(e)
		t.exit = e.ID
	case Join:
		if int(e.Value) < len(s.threads) && s.threads[e.Value].exit != 0 {
			s.link(s.threads[e.Value].exit, e)
		}
	case Fence:
		s.fence(e)
	}
	if e.Kind.Reads() && e.RF > 0 && e.Order != Plain && s.stores[e.RF].clock != nil {
		if e.Order.Acquires() {
			s.follow(e.RF, e)
		} else if n := len(t.reads); n == 0 || t.reads[n-1] != e.RF {
			t.reads = append(t.reads, e.RF)
		}
	}
	if e.Kind.Writes() && e.Order != Plain {
		s.store(e)
	}
}

func (s *synchroniser) fence(e *Event) {
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
func (s *synchroniser) keep(e *Event) {
	s.heads[e.ID] = syncHead{append([]int32(nil), s.threads[e.Thread].now...), e.Thread, e.I}
}

func (s *synchroniser) store(e *Event) {
	st := &s.stores[e.ID]
	if e.Order.Releases() {
		s.keep(e)
		st.head = e.ID
	} else {
		st.head = s.threads[e.Thread].release
	}
	if st.head != 0 {
		st.clock = s.heads[st.head].clock
	}
	if (e.Kind == RMW || e.Kind == Lock) && e.RF > 0 && s.stores[e.RF].clock != nil {
		st.before = e.RF
		clock := append([]int32(nil), s.stores[e.RF].clock...)
		if st.clock != nil {
			joinClock(clock, st.clock)
		}
		st.clock = clock
	}
}

// follow links all that store hands on to e, as far as e does not know it.
func (s *synchroniser) follow(store int32, e *Event) {
	now := s.threads[e.Thread].now
	for store != 0 && !covers(now, s.stores[store].clock) {
		if s.stores[store].head != 0 {
			s.link(s.stores[store].head, e)
		}
		store = s.stores[store].before
	}
}

// link makes head happen before e, unless it does anyway.
func (s *synchroniser) link(head int32, e *Event) {
	h, now := &s.heads[head], s.threads[e.Thread].now
	if now[h.thread] < h.index {
		s.edges = append(s.edges, Edge{head, e.ID})
		joinClock(now, h.clock)
	}
}

func joinClock(dst, src []int32) {
	for i, n := range src {
		dst[i] = max(dst[i], n)
	}
}

func covers(now, clock []int32) bool {
	for i, n := range clock {
		if n > now[i] {
			return false
		}
	}
	return true
}
