package c11

import (
	"math"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A location is plain, and has one value, until the first atomic access to it. From then on its
// stores are in the modification-order graph. The first of them is the content that the location has
// at that moment.
type location struct {
	value   uint64         // plain: the content
	id      models.StoreID // plain: the store that wrote it
	count   int32          // stores so far
	undef   trace.Undef
	atomic  bool
	raced   bool     // an access raced with another
	renewed bool     // the location stood for another object before
	total   bool     // each store comes after all that were executed before it
	views   int32    // first
	index   int32    // if there are manyViews; otherwise 0
	viewOf  [4]int32 // by the lowest bits of the thread: the view that view returned last
	base    int32    // store: the first content, until it is forgotten
	origin  int32    // block of base
	last    int32    // the newest store in execution order
	order   []int32  // the stores in execution order
	sc      []scStore
	bound   uint64 // no store whose c is below bounded has a greater value
	bounded int32
	write   epoch // the newest plain store
	read    epoch // the newest plain load; if by manyThreads, see view.plain
	// The first entry in Memory.heritage: accesses to the locations that this one replaced.
	heritage int32
}

// A store is a store to an atomic location.
type store struct {
	value    uint64
	id       models.StoreID
	c        int32 // how many stores to the location were executed before it
	thread   trace.ThreadID
	number   int32 // among the events of its thread
	block    int32
	place    int32 // index in the block; if free: the next free store
	floor    int32 // see logged
	undef    trace.Undef
	released bool // reading it may synchronise: its clock in Memory.released counts
	handed   bool // released, and its clock has events that do not happen before it
	gone     bool // to be forgotten
}

// manyViews is the number of views from which a location has an index.
const manyViews = 5

// An index finds the views of a location that has many.
type index struct {
	byThread []int32 // 0: none
	tips     []tip
	log      []logged // if logs is set
	logs     bool
	pause    int  // how many accesses do not try the log
	failed   int  // how many in a row had too many entries to consider: see maxPause
	parts    bool // a thread has accessed a part of the location since there is a log
}

// A tip caches the data of a view that accesses of other threads need most. The tips of a location
// lie together in memory, and views do not.
type tip struct {
	thread trace.ThreadID
	view   int32
	// The numbers of the first and the last entry of seen, and the store of the last. first is
	// noNumber if there is none, and last if the last entry is of a part.
	first, last, store int32
	// The block of the last entry of stores, or 0 if there is none, and the thread and number of its
	// head.
	block, head, number int32
	stores              int32 // the number of stores
	// The numbers of the last store and the one before it, each if it is the head of a block, and
	// otherwise noNumber.
	own, before int32
}

// noNumber is greater than the number of any event.
const noNumber = math.MaxInt32

// A view records the accesses of one thread to one location.
type view struct {
	thread trace.ThreadID
	next   int32 // view of the same location
	place  int32 // number of the view among the views of the location, from 1
	tip    int32 // position in the index
	// stores are the thread's stores, and blocks the blocks with one of them as the head. Both are in
	// program order, and so in modification order.
	stores []ownStore
	blocks []int32
	head   []int32 // clock of the thread's latest release store, whose release sequence later stores continue; empty: none
	handed int32   // under IMM: 1 + index into Memory.inherited; 0: none
	cut    int     // stores[:cut] are to be forgotten
	// knownAt is the number of the event before the thread's latest access to all of the location: see
	// setKnown.
	knownAt int32
	// seen are the stores that the thread read or wrote. Of several accesses in a row to one store it
	// has the first. An access that happens after an entry may not go back before the entry's store.
	seen []access
	// lost are stores of the thread that were forgotten before the end of their block was. Each entry
	// names the store that replaces it.
	lost []access
	// The latest accesses, for races.
	loaded, stored epoch // atomic load and store
	plain          epoch // plain load; valid if location.read is by manyThreads
}

// An ownStore is a store of a view's thread, with what is asked of each store when a choice is made.
type ownStore struct {
	id    models.StoreID
	store int32
	head  int32 // its number among the events of its thread if it is the head of a block, otherwise noNumber
}

// An access is an access by which a thread saw a store.
type access struct {
	number int32 // among the events of the thread
	store  int32
	part   models.Part // the part of the store
}

// Define adds location l with its initial content.
func (m *Memory) Define(l models.Loc, value uint64, undef trace.Undef) {
	m.stamp++
	m.locs = lists.Longer(m.locs)
	m.locs[l].reset(value, undef)
}

// reset makes l a new location.
func (l *location) reset(value uint64, undef trace.Undef) {
	order, sc := l.order[:0], l.sc[:0]
	*l = location{}
	l.value, l.undef, l.total, l.order, l.sc = value, undef, true, order, sc
	l.write.thread, l.read.thread = noThread, noThread
}

// Redefine gives l a new initial content and forgets its history.
func (m *Memory) Redefine(l models.Loc, value uint64, undef trace.Undef) {
	m.stamp++
	at := &m.locs[l]
	if at.atomic {
		for i, a := range m.atomics {
			if a == l {
				m.atomics = append(m.atomics[:i], m.atomics[i+1:]...)
				break
			}
		}
		m.release(at)
	}
	at.reset(value, undef)
	at.renewed = true
}

// release frees all stores and blocks of an atomic location.
func (m *Memory) release(l *location) {
	for v := l.views; v != 0; v = m.views[v].next {
		for _, s := range m.views[v].stores {
			m.freeStore(s.store)
		}
		for _, b := range m.views[v].blocks {
			m.freeBlock(b)
		}
	}
	if l.base != 0 {
		m.freeStore(l.base)
	}
	if l.origin != 0 {
		m.freeBlock(l.origin)
	}
}

// enter puts l into the graph.
func (m *Memory) enter(l models.Loc) {
	m.stamp++
	at := &m.locs[l]
	at.atomic = true
	m.atomics = append(m.atomics, l)
	s, st := m.newStore()
	st.value, st.id, st.c, st.thread, st.undef = at.value, at.id, at.count, noThread, at.undef
	at.base, at.last = s, s
	at.origin = m.newBlock(noThread, 0, at.id, s)
	st.block = at.origin
	at.order = append(at.order, s)
}

// executed records that s is the newest store to l. total says that s comes after all others.
func (l *location) executed(s int32, total bool) {
	l.last, l.total = s, total
	l.order = append(l.order, s)
}

// visible returns the index into l.order from which stores precede none of the priors of op. sc says
// that op is seq_cst. l is in total order, so the last store that each thread saw is its newest
// prior, and so is the last seq_cst store.
func (m *Memory) visible(l *location, op *models.Op, sc bool) int {
	now := m.threads[op.Thread].now
	first := m.stores[l.order[0]].c
	from := first
	if now[scIndex] != 0 || sc && m.sc.count > 0 || op.Part.Size > 0 {
		for _, p := range m.priorsOf(op.Thread, op.Loc, op.Part, sc).stores {
			from = max(from, m.stores[p].c)
		}
		return int(from - first)
	}
	if l.index != 0 {
		tips := m.indexes[l.index].tips
		if v := &m.views[m.viewOf(l, op.Thread)]; m.threads[op.Thread].knowsAll(v) {
			tips = tips[v.tip : v.tip+1]
		}
		for i := range tips {
			t := &tips[i]
			if n := now[t.thread+1]; n >= t.first {
				from = m.newestSeen(&m.views[t.view], n, from)
			}
		}
	} else {
		for i := l.views; i != 0; {
			v := &m.views[i]
			for k := v.lastSeen(now[v.thread+1]); k >= 0; k-- {
				from = max(from, m.stores[v.seen[k].store].c)
				if v.seen[k].part.Size == 0 {
					break
				}
			}
			i = v.next
		}
	}
	if n := len(l.sc); sc && n > 0 {
		from = max(from, m.stores[l.sc[n-1].store].c)
	}
	return int(from - first)
}

// newestSeen returns the c of the newest store that the thread of v saw last, in any byte of the
// location, up to its event n; or from if that is greater.
func (m *Memory) newestSeen(v *view, n, from int32) int32 {
	for k := v.lastSeen(n); k >= 0; k-- {
		from = max(from, m.stores[v.seen[k].store].c)
		if v.seen[k].part.Size == 0 {
			break
		}
	}
	return from
}

// newStore returns a zero store and its index. Its clock is set when released is.
func (m *Memory) newStore() (s int32, st *store) {
	m.live++
	if s = m.spare.store; s != 0 {
		st = &m.stores[s]
		m.spare.store = st.place
	} else {
		n := len(m.stores)
		if n == cap(m.stores) {
			m.stores = append(m.stores, store{})
		}
		m.stores = m.stores[:n+1]
		s, st = int32(n), &m.stores[n]
	}
	*st = store{}
	return s, st
}

func (m *Memory) freeStore(s int32) {
	m.live--
	m.stores[s].id = -1
	m.stores[s].place = m.spare.store
	m.spare.store = s
}

// likelyView returns t's view of l or a view of another thread, which the caller must check. It
// avoids the call of view, which takes 3 to 5% of the time of short executions.
func (m *Memory) likelyView(l *location, t trace.ThreadID) *view { return &m.views[l.viewOf[t&3]] }

// view returns t's view of l, and makes it if there is none.
func (m *Memory) view(l *location, t trace.ThreadID) *view {
	i := m.viewOf(l, t)
	if i == 0 {
		i = m.newView(l, t)
	}
	l.viewOf[t&3] = i
	return &m.views[i]
}

// viewOf returns t's view of l, or 0.
func (m *Memory) viewOf(l *location, t trace.ThreadID) int32 {
	if l.index != 0 {
		if list := m.indexes[l.index].byThread; int(t) < len(list) {
			return list[t]
		}
		return 0
	}
	i := l.views
	for i != 0 && m.views[i].thread != t {
		i = m.views[i].next
	}
	return i
}

func (m *Memory) newView(l *location, t trace.ThreadID) int32 {
	if m.nviews == len(m.views) {
		m.views = append(m.views, view{})
	}
	v := &m.views[m.nviews]
	v.thread, v.next, v.handed, v.knownAt = t, l.views, 0, never
	v.stores, v.blocks, v.head, v.seen, v.lost = v.stores[:0], v.blocks[:0], v.head[:0], v.seen[:0], v.lost[:0]
	v.loaded.thread, v.stored.thread, v.plain.thread = noThread, noThread, noThread
	v.place = 1
	if v.next != 0 {
		v.place += m.views[v.next].place
	}
	l.views = int32(m.nviews)
	m.nviews++
	switch {
	case l.index != 0:
		m.addTip(l, l.views)
	case v.place == manyViews:
		m.newIndex(l)
	}
	return l.views
}

// newIndex makes an index of the views of l.
func (m *Memory) newIndex(l *location) {
	if m.nindexes == len(m.indexes) {
		m.indexes = append(m.indexes, index{})
	}
	l.index = int32(m.nindexes)
	m.nindexes++
	x := &m.indexes[l.index]
	x.byThread, x.tips, x.log = x.byThread[:0], x.tips[:0], x.log[:0]
	x.logs, x.parts, x.pause, x.failed = false, false, 0, 0
	for i := l.views; i != 0; i = m.views[i].next {
		m.addTip(l, i)
	}
}

// addTip puts a view into the index of l.
func (m *Memory) addTip(l *location, view int32) {
	x, v := &m.indexes[l.index], &m.views[view]
	x.byThread = lists.Extended(x.byThread, int(v.thread)+1)
	x.byThread[v.thread] = view
	v.tip = int32(len(x.tips))
	x.tips = append(x.tips, tip{thread: v.thread, view: view})
	m.renewTip(l, v)
}

// tipOf returns the tip of a view of l, which has an index.
func (m *Memory) tipOf(l *location, v *view) *tip { return &m.indexes[l.index].tips[v.tip] }

// saw records that the thread of the view saw store s in its event n.
func (t *tip) saw(n, s int32) {
	t.first, t.last, t.store = min(t.first, n), n, s
}

// stored records a new last entry of stores, s, which is in a block.
func (t *tip) stored(m *Memory, s ownStore, block int32) {
	b := &m.blocks[block]
	t.before, t.own = t.own, s.head
	t.block, t.head, t.number = block, b.thread, b.number
	t.stores++
}

// renewTip computes the tip of a view from the view.
func (m *Memory) renewTip(l *location, v *view) {
	t := m.tipOf(l, v)
	*t = tip{thread: t.thread, view: t.view, first: noNumber, last: noNumber, own: noNumber, before: noNumber}
	if n := len(v.seen); n > 0 {
		t.first = v.seen[0].number
		if a := v.seen[n-1]; a.part.Size == 0 {
			t.last, t.store = a.number, a.store
		}
	}
	for _, s := range v.stores[max(len(v.stores)-2, 0):] {
		t.stored(m, s, m.stores[s.store].block)
	}
	t.stores = int32(len(v.stores))
}

// seePart records that the thread's event n read a part of store s. The last entry of seen does not
// cover it.
func (m *Memory) seePart(l *location, v *view, n, s int32, part models.Part) {
	if m.stores[s].thread != noThread && !v.lately(s, part) {
		v.seen = append(v.seen, access{n, s, part})
		if l.index != 0 {
			m.indexes[l.index].parts = true
			m.renewTip(l, v)
		}
	}
}

// lately reports whether the thread has seen the part of store s, and no other store since then.
func (v *view) lately(s int32, part models.Part) bool {
	for k := len(v.seen) - 1; k >= 0 && v.seen[k].store == s; k-- {
		if v.seen[k].part.Covers(part) {
			return true
		}
	}
	return false
}

// lastSeen returns the index of the last entry of seen up to the thread's event n, or -1.
func (v *view) lastSeen(n int32) int {
	k := len(v.seen) - 1
	for first := k - nearEnd; k >= 0 && v.seen[k].number > n; k-- {
		if k == first {
			return v.lastSeenBefore(k, n)
		}
	}
	return k
}

// lastSeenBefore is lastSeen among the first to entries.
func (v *view) lastSeenBefore(to int, n int32) int {
	from := 0 // entries before from are up to n, and from to on none is
	for from < to {
		if mid := (from + to) / 2; v.seen[mid].number <= n {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return to - 1
}

// lastSeenWhole is lastSeen among accesses to the whole location.
func (v *view) lastSeenWhole(n int32) int {
	k := v.lastSeen(n)
	for k >= 0 && v.seen[k].part.Size > 0 {
		k--
	}
	return k
}

// lastStored returns the thread's last store up to its event n, or the store that replaces it, or 0.
func (m *Memory) lastStored(v *view, n int32) int32 {
	i := lastUpTo(len(v.stores), func(i int) bool { return m.stores[v.stores[i].store].number <= n })
	if i >= 0 {
		return v.stores[i].store
	}
	if i = lastUpTo(len(v.lost), func(i int) bool { return v.lost[i].number <= n }); i >= 0 {
		return v.lost[i].store
	}
	return 0
}

// nearEnd is how many entries are tried one by one from the end of a list before the others are
// searched by bisection or by lastUpTo.
const nearEnd = 4

// lastUpTo returns the greatest i < n for which ok holds, or -1. If ok holds for an i it must hold
// for all smaller ones. The search starts from the end, where the answer mostly is. Its cost is
// logarithmic in the answer's distance from the end.
func lastUpTo(n int, ok func(int) bool) int {
	if n == 0 || ok(n-1) {
		return n - 1
	}
	hi, step := n-1, 1 // ok(hi) is false
	lo := hi - step
	for lo >= 0 && !ok(lo) {
		hi = lo
		step *= 2
		lo -= step
	}
	lo = max(lo, -1)
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if ok(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
