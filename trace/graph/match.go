package graph

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Matcher decides whether an execution holds a critical cycle (section 4.3 of RELAXER):
// events e1 ... en of the cycle's sites, such that each pair (odd, even) is in program
// order in a thread of its own, and each pair (even, odd), and (en, e1), is in conflict
// order. The conflict order is reads-from, from-reads and coherence order. With a partial
// coherence order it is the forced part, so every order that the model allows has the
// cycle.
//
// The accesses of a site fall into runs: of one thread and location, all reads or all
// writes. By coherence, an event that comes before an access of a run in conflict order
// comes before the later ones too, and an event that comes after a later access comes after
// the earlier ones too. So a run is searched by bisection. For cycles of two threads the
// cost is O(events + k log k) for k accesses of the cycle's sites, for each thread and
// location. If several cycles are asked for, most fail because two neighbouring sites are
// nowhere in order; so each two sites are compared once.
//
// Call Want with the sites, then Load or Add with the execution; then ask for any cycle of
// these sites. A Matcher that is reused allocates nothing.
type Matcher struct {
	// Limit bounds the comparisons for one cycle of one execution. A cycle that exceeds it
	// counts as absent. 0 is no bound.
	Limit int

	slots    []int32 // by site: 1 + its slot; 0: the site is not wanted. The last one never is
	wanted   []int32
	picked   []int32 // scratch of pick
	order    StoreOrder
	accesses []Access
	stores   []int32      // by place in the execution: accesses of pending stores
	unknown  []forwarded  // reads of pending stores
	commits  []int32      // scratch of resolve, by place in the execution: coherence positions of stores
	at       [][]int32    // by slot: accesses, in order of execution
	sorted   []accessRuns // by slot
	edges    []edge       // by slot and slot: whether an edge of a cycle may lead from one to the other
	end      int32        // 1 + ID of the last event
	cycle    []int32      // slots of the current cycle
	front    [][]int32    // by pair: for each run of its second site, the first access that is reached
	used     []int32      // by pair: its thread
	chosen   []int32      // by position in the cycle: scratch of Matches
	work     int
}

// An Access is an access to memory at a wanted site.
type Access struct {
	ID     int32 // of its event; Matches returns it
	Thread int32
	I      int32 // orders the accesses of a thread
	Loc    int32
	C      int32 // coherence position of the store that it is or reads
	Writes bool

	Store int32 // for an order of stores: the store that it is or reads
}

// A StoreOrder orders the stores of a location. Precedes is as that of PartialOrder.
type StoreOrder interface{ Precedes(loc, a, b int32) bool }

// forwarded is a read of a store that was pending at the time.
type forwarded struct{ access, store int32 }

// accessRuns are the accesses of a slot by run, if they have been sorted since Load.
type accessRuns struct {
	list  []int32
	runs  []run
	valid bool
}

// An edge is the relation of two slots since Load: whether some access of the first comes
// before one of the second in program order, and whether in conflict order of two threads.
type edge struct{ program, conflict answer }

type answer uint8

const (
	notAsked answer = iota
	no
	yes
)

// A run is a range of a list of accesses.
type run struct{ thread, from, to int32 }

// Want sets the wanted sites and discards the execution.
func (m *Matcher) Want(sites ...int32) {
	for _, s := range m.wanted {
		m.slots[s] = 0
	}
	m.wanted = m.wanted[:0]
	for _, s := range sites {
		m.slots = lists.Extended(m.slots, int(s)+2)
		if m.slots[s] == 0 {
			m.wanted = append(m.wanted, s)
			m.slots[s] = int32(len(m.wanted))
		}
	}
	for len(m.at) < len(m.wanted) {
		m.at, m.sorted = append(m.at, nil), append(m.sorted, accessRuns{})
	}
	m.edges = slices.Grow(m.edges[:0], len(m.wanted)*len(m.wanted))[:len(m.wanted)*len(m.wanted)]
	m.Clear()
}

// Access returns access n. It is valid until the next call of Add.
func (m *Matcher) Access(n int32) *Access { return &m.accesses[n] }

// Wants reports whether s is a wanted site.
func (m *Matcher) Wants(s int32) bool { return s >= 0 && int(s) < len(m.slots) && m.slots[s] != 0 }

// Clear discards the execution.
func (m *Matcher) Clear() {
	m.order, m.accesses, m.end = nil, m.accesses[:0], 0
	for k := range m.wanted {
		m.at[k], m.sorted[k].valid = m.at[k][:0], false
	}
	clear(m.edges)
}

// Under replaces the coherence positions of the accesses by an order of their stores, until the next
// Clear. If store b must come before store c, then what precedes b must also precede c.
func (m *Matcher) Under(o StoreOrder) {
	m.order = o
	clear(m.edges)
}

// Add adds an access of the wanted site s and returns its number. The accesses of a thread
// must be added in program order, and all before a cycle is asked for.
func (m *Matcher) Add(s int32, a Access) int32 {
	n := int32(len(m.accesses))
	m.accesses = append(m.accesses, a)
	slot := m.slots[s] - 1
	m.at[slot] = append(m.at[slot], n)
	return n
}

// Load sets the execution to events, with the partial coherence order o unless it is nil. A
// store that never commits is in no conflict and is left out.
func (m *Matcher) Load(events []trace.Event, o PartialOrder) {
	m.Clear()
	if m.unknown = m.unknown[:0]; o != nil {
		m.order = o
	}
	pending := 0
	for _, k := range m.pick(events) {
		e := &events[k]
		switch e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
			n := m.Add(e.Site, Access{e.ID, e.Thread, e.I, e.Loc, e.C, e.Kind.Writes(), storeOf(e)})
			if e.C == trace.NoCommit && e.Kind == trace.Store {
				m.stores[k] = n
				pending++
			} else if e.C == trace.NoCommit {
				m.unknown = append(m.unknown, forwarded{n, e.RF})
			}
		case trace.Commit:
			if events[e.RF-1].Kind == trace.Store {
				m.accesses[m.stores[e.RF-1]].C = e.C
				pending--
			}
		}
	}
	m.end = int32(len(events)) + 1
	if len(m.unknown) > 0 {
		m.resolve(events)
	}
	if pending == 0 && len(m.unknown) == 0 {
		return
	}
	for k := range m.wanted {
		m.at[k] = slices.DeleteFunc(m.at[k], func(n int32) bool { return m.accesses[n].C == trace.NoCommit })
	}
}

// pick returns the places of the events of wanted sites. Wanted events come at random, so
// it has no branch for each: mispredicted ones took 2.5% of a trial of dekker.
func (m *Matcher) pick(events []trace.Event) []int32 {
	if len(m.wanted) == 0 {
		return nil
	}
	if len(m.picked) < len(events) {
		m.picked, m.stores = make([]int32, cap(events)), make([]int32, cap(events))
	}
	n := 0
	for k := range events {
		m.picked[n] = int32(k)
		if m.slots[min(uint32(events[k].Site), uint32(len(m.slots)-1))] != 0 {
			n++
		}
	}
	return m.picked[:n]
}

// resolve gives the loads that read pending stores the commit indices of these stores.
func (m *Matcher) resolve(events []trace.Event) {
	if len(m.commits) < len(events) {
		m.commits = make([]int32, cap(events))
	}
	for _, f := range m.unknown {
		m.commits[f.store-1] = trace.NoCommit
	}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Commit {
			m.commits[e.RF-1] = e.C
		}
	}
	for _, f := range m.unknown {
		m.accesses[f.access].C = m.commits[f.store-1]
	}
}

// before reports whether a is before b in conflict order.
func (m *Matcher) before(a, b *Access) bool {
	if a.Loc != b.Loc || !a.Writes && !b.Writes {
		return false
	}
	if m.order != nil {
		return a.Store == b.Store && !b.Writes || a.Store != b.Store && m.order.Precedes(a.Loc, a.Store, b.Store)
	}
	return a.C < b.C || a.C == b.C && !b.Writes
}

// ask sets the current cycle. It reports whether all its sites are wanted.
func (m *Matcher) ask(sites []int32) bool {
	m.cycle, m.work = m.cycle[:0], 0
	for _, s := range sites {
		if !m.Wants(s) {
			return false
		}
		m.cycle = append(m.cycle, m.slots[s]-1)
	}
	for len(m.front) < len(sites) {
		m.front, m.used, m.chosen = append(m.front, nil), append(m.used, 0), append(m.chosen, 0)
	}
	return true
}

// has reports whether the execution has accesses of all sites of the cycle.
func (m *Matcher) has() bool {
	return !slices.ContainsFunc(m.cycle, func(slot int32) bool { return len(m.at[slot]) == 0 })
}

// hasEdges reports whether each two neighbouring sites of the cycle have accesses in order.
// The check does not pay if this is the only cycle asked for.
func (m *Matcher) hasEdges() bool {
	if len(m.cycle) == len(m.wanted) {
		return true
	}
	for j, from := range m.cycle {
		to := m.cycle[(j+1)%len(m.cycle)]
		e := &m.edges[int(from)*len(m.wanted)+int(to)]
		known := &e.program
		if j%2 == 1 {
			known = &e.conflict
		}
		if *known == notAsked {
			*known = no
			if m.hasEdge(from, to, j%2 == 0) {
				*known = yes
			}
		}
		if *known == no {
			return false
		}
	}
	return true
}

// hasEdge reports whether some access of one slot comes before one of another: in program
// order, or in conflict order in another thread.
func (m *Matcher) hasEdge(from, to int32, program bool) bool {
	for _, n := range m.at[from] {
		a := &m.accesses[n]
		for _, n := range m.at[to] {
			b := &m.accesses[n]
			if program && a.Thread == b.Thread && a.I <= b.I || !program && a.Thread != b.Thread && m.before(a, b) {
				return true
			}
		}
	}
	return false
}

// spent counts a comparison and reports whether it exceeds the limit.
func (m *Matcher) spent() bool {
	m.work++
	return m.Limit > 0 && m.work > m.Limit
}

// Match reports whether the execution holds the cycle of these sites.
func (m *Matcher) Match(sites []int32) bool {
	if !m.ask(sites) || !m.has() || !m.hasEdges() {
		return false
	}
	for _, n := range m.at[m.cycle[0]] {
		first := &m.accesses[n]
		m.used[0] = first.Thread
		m.follow(0, first)
		if m.extend(1, first) {
			return true
		}
		if m.Limit > 0 && m.work > m.Limit {
			return false
		}
	}
	return false
}

// byRun returns the accesses of a slot by run.
func (m *Matcher) byRun(slot int32) *accessRuns {
	s := &m.sorted[slot]
	if s.valid {
		return s
	}
	s.valid = true
	s.list, s.runs = append(s.list[:0], m.at[slot]...), s.runs[:0]
	if len(s.list) > 1 {
		slices.SortFunc(s.list, func(a, b int32) int {
			return cmp.Or(m.compareRuns(a, b), cmp.Compare(a, b))
		})
	}
	for start, k := 0, 1; k <= len(s.list); k++ {
		if k == len(s.list) || m.compareRuns(s.list[start], s.list[k]) != 0 {
			s.runs = append(s.runs, run{m.accesses[s.list[start]].Thread, int32(start), int32(k)})
			start = k
		}
	}
	return s
}

// compareRuns orders accesses by run.
func (m *Matcher) compareRuns(a, b int32) int {
	x, y := &m.accesses[a], &m.accesses[b]
	switch {
	case x.Thread != y.Thread:
		return int(x.Thread - y.Thread)
	case x.Loc != y.Loc:
		return int(x.Loc - y.Loc)
	case x.Writes == y.Writes:
		return 0
	case y.Writes:
		return -1
	}
	return 1
}

// follow sets front[j], for the access a: for each run of pair j's second site in a's
// thread, the first access that is not before a. Later accesses of the run need not be
// kept, because conflict order from the first one reaches at least as far.
func (m *Matcher) follow(j int, a *Access) {
	front := m.front[j][:0]
	s := m.byRun(m.cycle[2*j+1])
	for _, r := range s.runs {
		if r.thread != a.Thread {
			continue
		}
		list := s.list[r.from:r.to]
		if k := sort.Search(len(list), func(k int) bool { return m.accesses[list[k]].I >= a.I }); k < len(list) {
			front = append(front, list[k])
		}
	}
	m.front[j] = front
}

// extend searches for the j-th pair, with front[j-1] reached. After the last pair it checks
// the edge back to the first access.
func (m *Matcher) extend(j int, first *Access) bool {
	if 2*j == len(m.cycle) {
		return m.reached(j-1, first)
	}
	var earliest *Access // of those reached in the thread of the run before
	s := m.byRun(m.cycle[2*j])
	for n, r := range s.runs {
		if !slices.Contains(m.used[:j], r.thread) {
			list := s.list[r.from:r.to]
			k := sort.Search(len(list), func(k int) bool { return m.reached(j-1, &m.accesses[list[k]]) })
			if k < len(list) && (earliest == nil || m.accesses[list[k]].I < earliest.I) {
				earliest = &m.accesses[list[k]]
			}
		}
		if last := n+1 == len(s.runs) || s.runs[n+1].thread != r.thread; !last || earliest == nil {
			continue
		}
		// The earliest access of a thread that is reached allows the most continuations, so
		// later ones need not be tried.
		m.used[j] = r.thread
		m.follow(j, earliest)
		if m.extend(j+1, first) {
			return true
		}
		earliest = nil
	}
	return false
}

// reached reports whether an access of front[j] comes before a in conflict order.
func (m *Matcher) reached(j int, a *Access) bool {
	if m.spent() {
		return false
	}
	for _, n := range m.front[j] {
		if m.before(&m.accesses[n], a) {
			return true
		}
	}
	return false
}

// Matches iterates over all lists of events e1 ... en that make the cycle, as numbers of
// accesses. If may is not nil, only accesses for which it returns true are taken. A list is
// valid until the next one.
func (m *Matcher) Matches(sites []int32, may func(n int32) bool) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		if m.ask(sites) && m.has() && m.hasEdges() {
			m.enumerate(0, may, yield)
		}
	}
}

// enumerate yields all continuations of the first j chosen accesses. It reports whether to
// go on.
func (m *Matcher) enumerate(j int, may func(int32) bool, yield func([]int32) bool) bool {
	if j == len(m.cycle) {
		return yield(m.chosen[:j])
	}
	for _, n := range m.at[m.cycle[j]] {
		if m.spent() {
			return false
		}
		if !m.continues(j, &m.accesses[n]) || may != nil && !may(n) {
			continue
		}
		if m.chosen[j] = n; !m.enumerate(j+1, may, yield) {
			return false
		}
	}
	return true
}

// continues reports whether a can be the cycle's j-th access after the chosen ones.
func (m *Matcher) continues(j int, a *Access) bool {
	if j%2 == 1 {
		b := &m.accesses[m.chosen[j-1]]
		return a.Thread == b.Thread && a.I >= b.I && (j < len(m.cycle)-1 || m.before(a, &m.accesses[m.chosen[0]]))
	}
	for k := 0; k < j; k += 2 {
		if m.accesses[m.chosen[k]].Thread == a.Thread {
			return false
		}
	}
	if j == 0 {
		return slices.ContainsFunc(m.at[m.cycle[len(m.cycle)-1]], func(n int32) bool { return m.before(&m.accesses[n], a) })
	}
	return m.before(&m.accesses[m.chosen[j-1]], a)
}

// Closest returns the IDs of the events e1 ... en that make the cycle within the shortest
// range of the execution; the latest of them if there are several; nil if there are none.
func (m *Matcher) Closest(sites []int32) (ids []int32) {
	span := int32(0)
	for list := range m.Matches(sites, nil) {
		low, high := m.end, int32(0)
		for _, n := range list {
			low, high = min(low, m.accesses[n].ID), max(high, m.accesses[n].ID)
		}
		if ids != nil && high-low > span {
			continue
		}
		span, ids = high-low, ids[:0]
		for _, n := range list {
			ids = append(ids, m.accesses[n].ID)
		}
	}
	return ids
}
