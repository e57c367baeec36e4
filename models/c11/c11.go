// Package c11 is the memory model of C11 and C++20 as a models.Memory: what the language
// allows, not what hardware does.
//
// It is the operational model of C11Tester (ASPLOS 2021, sections 4 to 6) with the
// modification order of CDSChecker (TOPLAS 2016, section 5). For happens-before, which
// clock vectors track (Figure 7), stores take effect in execution order. The modification
// order of a location is a graph of constraints that grows as loads choose what they read
// (Figures 4 and 5). A load may read any store that adds no cycle to the graph. That is
// known before an edge is added, so nothing is ever rolled back.
//
// The fragment is that of executions in which happens-before, reads-from and the order of
// the seq_cst operations together have no cycle: the order in which the machine executes
// operations is an order of all three. Consume is acquire. RC11 allows others, too. Exploring finds
// them, and shows them as they were explored (interp/search, Shown).
//
// It differs from the papers in these points.
//   - Release sequences are as in C11, in the form of RC11 (PLDI 2017, section 3): a
//     later atomic store of the head's thread to the location continues one, even if other
//     threads store there in between. So each thread keeps, for each location, its clock at
//     its latest release store there. Figure 7 has the release sequences of C++20, which
//     only RMWs continue: that is CXX20.
//   - The nodes of the graph are chains: a store, the RMWs that read it, and so on, which
//     the modification order keeps together. So an RMW adds no node, moves no edges, and
//     finds the stores that it may read, the ends of the chains, at once (ADDRMWEDGE of
//     Figure 4 moves the edges instead).
//   - seq_cst fences follow C++20 (P0668) and psc of RC11 (PLDI 2017): the reads of a
//     thread before a fence, and events of other threads that happen before it, also
//     restrict reads and writes after a later fence. Figure 11 considers only the stores of
//     the fences' own threads. This only removes behaviours, which RC11 forbids.
//   - As long as each store to a location is known to come after all earlier ones, for
//     example if one thread stores or RMWs do, the readable stores are the end of a list,
//     and the graph is only needed for other locations.
//   - The initial content of a location is its first store. It stays readable until another
//     store hides it.
//   - Non-atomic accesses stay out of the graph until an atomic access to their location:
//     without a race they read the newest store.
//   - Lock words change in execution order.
//   - A load may read a part of a location. Its result restricts later reads of bytes of
//     that part only; after a seq_cst fence it restricts all, since a store is one event
//     for all bytes.
//
// Every read is allowed by RC11, or by RC20 of package axiom, so no false alarm follows.
//
// What was tried for speed stands in docs/notes/c11.md, of many threads in docs/notes/threads.md.
package c11

import "fencepost/models"

// Prune says which old stores are forgotten (section 6.1).
type Prune uint8

// The ways of pruning.
const (
	// Conservative forgets stores that no thread can ever read again.
	Conservative Prune = iota
	// Aggressive also forgets stores that precede a store older than the window, even if some thread
	// could read them. It loses behaviours, and adds none.
	Aggressive
	// KeepAll forgets nothing. It serves short executions that are drawn.
	KeepAll
)

// DefaultWindow is the default of Options.Window, in events.
const DefaultWindow = 100_000

// DefaultEvery is the default of Options.Every. With a smaller window the default is the window, and
// at least leastEvery.
const (
	DefaultEvery = 4096
	leastEvery   = 64
)

// Options are variants of the model. The zero value is the default.
type Options struct {
	Prune  Prune
	Window int32 // of Aggressive, in events; 0: DefaultWindow
	// CXX20 gives the model the rules of C++20: only RMWs continue release sequences, and the order of
	// seq_cst operations contains the coherence order.
	CXX20 bool
	// IMM makes release sequences as in the model IMM: see there.
	IMM bool
	// Every is the number of stores from which pruning is tried; 0: DefaultEvery.
	Every int
}

// Model is the C11 model. CXX20 is the C++20 model: see Options.CXX20. Both prune conservatively.
var (
	Model = New(Options{})
	CXX20 = New(Options{CXX20: true})
)

// Models returns every model that a program can be run under: the hardware
// models, strongest first, C11 and C++20.
func Models() models.Catalog { return append(models.All(), Model, CXX20) }

// defaults replaces zero fields by their defaults.
func defaults(o Options) Options {
	if o.Window == 0 {
		o.Window = DefaultWindow
	}
	if o.Every == 0 {
		o.Every = DefaultEvery
		if o.Prune == Aggressive {
			o.Every = min(o.Every, max(int(o.Window), leastEvery))
		}
	}
	return o
}

// Runnable returns every model that a program can be run under, including IMM, which prediction and
// most searches do not support.
func Runnable() models.Catalog { return append(Models(), IMM) }

// New returns the C11 model with options.
func New(o Options) *models.Model {
	o = defaults(o)
	window := int32(0)
	if o.Prune == Aggressive {
		window = o.Window
	}
	name, title := "c11", "C11 without load buffering"
	if o.CXX20 {
		name, title = "c++20", "C++20 without load buffering"
	}
	return &models.Model{
		Name:       name,
		Title:      title,
		Source:     "C11Tester, sections 4 to 6",
		New:        func(log *models.Log) models.Memory { return newMemory(log, o) },
		ReadChoice: true,
		Native:     true,

		CXX20: o.CXX20, Window: window,
		PPO: models.NewPPO(nil,
			models.Relaxation{Before: []models.Class{models.W, models.U}, After: []models.Class{models.R, models.W, models.U, models.C}, Elsewhere: true},
			models.Relaxation{Before: []models.Class{models.R, models.C}, After: []models.Class{models.R, models.C}, Elsewhere: true}),
	}
}

// Windowed returns C11 model m with aggressive pruning beyond a window of events. If window is 0 it
// prunes conservatively.
func Windowed(m *models.Model, window int32) *models.Model {
	if m.Window == window {
		return m
	}
	o := Options{CXX20: m.CXX20, Window: window}
	if window > 0 {
		o.Prune = Aggressive
	}
	return New(o)
}

// A Memory is the state of the model in one execution. All parts lie in slabs, which are reused.
// Entry 0 of a slab means none.
type Memory struct {
	models.Unbuffered
	opts Options
	log  *models.Log

	width   int // counters of each clock
	threads []thread
	running int // threads[running:] are spare

	locs     []location
	atomics  []models.Loc // locations in the graph
	views    []view
	nviews   int // views[nviews:] are spare
	indexes  []index
	nindexes int // indexes[nindexes:] are spare
	stores   []store
	released []int32 // clocks, by store: a read of the store synchronises with this
	blocks   []block
	before   []int32 // clocks, by block: see graph.go
	freed    []int32 // clocks, by free
	edges    []edge
	spare    struct{ store, block, edge int32 } // free lists
	queue    []int32
	news     []news // scratch of addEdge

	sc     scOrder
	priors [2]priorSet
	stamp  int64 // counts changes; a priorSet or a choice is valid for one stamp
	choice choice

	live  int  // the number of stores not forgotten, and of clocks kept for fences
	limit int  // prune when live exceeds it
	keeps bool // pruning is off

	inherited []int32 // clocks, by view.handed: see handOn
	now       int32   // the newest store
	floor     []int32 // scratch of prune, as ahead and used
	ahead     []int32
	matching  []int32 // scratch of Held
	used      []bool

	heritage []heritage

	known map[racePair]bool // races reported in this execution
}

func newMemory(log *models.Log, o Options) *Memory {
	m := &Memory{opts: o, log: log, width: leastWidth, known: make(map[racePair]bool)}
	m.Reset()
	return m
}

// Reset starts a new execution with the main thread and no locations.
func (m *Memory) Reset() {
	m.running, m.nviews, m.nindexes = 0, 1, 1
	if len(m.indexes) == 0 {
		m.indexes = make([]index, 1)
	}
	if len(m.views) == 0 {
		m.views = []view{{thread: noThread, knownAt: never}}
	}
	m.locs, m.atomics = m.locs[:0], m.atomics[:0]
	m.stores = append(m.stores[:0], store{})
	m.blocks = append(m.blocks[:0], block{})
	m.edges = append(m.edges[:0], edge{})
	m.released, m.before, m.freed = m.released[:0], m.before[:0], m.freed[:0]
	m.spare.store, m.spare.block, m.spare.edge = 0, 0, 0
	m.sc.reset(m.width)
	m.live, m.limit, m.now = 0, m.opts.Every, 0
	m.stamp++
	m.inherited, m.keeps = m.inherited[:0], false
	m.heritage = append(m.heritage[:0], heritage{})
	clear(m.known)
	m.addThread(-1)
}

// Bytes returns about how many bytes the memory would take if all blocks were in the graph.
func (m *Memory) Bytes() int64 {
	n := int64(len(m.locs))*128 + int64(len(m.views))*192 + int64(len(m.stores))*40 + int64(len(m.blocks))*20 +
		4*int64((len(m.stores)+len(m.blocks))*m.width+2*max(len(m.edges), len(m.blocks))+len(m.queue))
	for _, l := range m.atomics {
		n += 4 * int64(len(m.locs[l].order))
	}
	for i := range m.threads[:m.running] {
		t := &m.threads[i]
		n += 4 * int64(len(t.now)+len(t.release)+len(t.acquire))
	}
	for i := range m.indexes[:m.nindexes] {
		n += 24 * int64(len(m.indexes[i].log))
	}
	for i := range m.views {
		v := &m.views[i]
		n += 12*int64(len(v.stores)) + 4*int64(len(v.blocks)+len(v.head)) + 16*int64(len(v.seen)+len(v.lost))
	}
	return n
}
