package bias

import (
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// A hardware is the strategy under the hardware models. For a cycle l1 ... ln it delays the
// odd sites and lets the even ones act at once:
//
//	(ODD)  a store of an odd site stays in its buffer, and a thread stops
//	       before a load or an RMW of one, each with probability 1/2;
//	(EVEN) every other store commits as soon as it can, and under PSLO a load of
//	       an even site reads, with probability 1/2, the oldest store it may.
//
// Its observer records the execution, and notes when a store is issued and when a racing
// partner has run. The other heuristics are drawn anew for every execution: see drawn.
type hardware struct {
	holder
	observer observer
	pauses   bool // a thread pauses before an operation that would commit its delayed stores

	drains   [trace.NumOrders]bool // by memory order of a store: the store would commit all stores of its thread
	partners [][]int32             // by odd site: the even sites for which it waits
	marked   []int32               // the sites of the cycle, to reset odd, even and partners
	seen     []bool                // by odd site: its first operation has been delayed
	prefixes *prefixes             // nil except in trials of several executions

	drawn
	held []bool // by thread, if all stores are delayed: the thread holds all its stores

	// Most steps change the decisions about their own thread only.
	acted   trace.ThreadID // the thread of the last step; -1: none since the last choice
	allFree int            // Choice.List, if no thread in it is held or may hasten stores; otherwise 0
	listed  int            // number of threads in the last Choice.List

	replay prefixReplay // for an execution that begins with a prefix of an SC execution

	stores []deadline // pending delayed stores, in order of issue
}

// A deadline is a delayed pending store.
type deadline struct {
	store  models.StoreID
	thread trace.ThreadID
	site   int32
	loc    models.Loc
	due    int
}

func newHardware(m *interp.Machine, o *Options) *hardware {
	n := len(m.Program().Sites)
	b := &hardware{holder: newHolder(m, o), partners: make([][]int32, n), seen: make([]bool, n)}
	b.observer.bias = b
	for o, low := range m.Mapping().Store {
		b.drains[o] = low.After == trace.StoreLoad
	}
	return b
}

// aim prepares the next execution, the ex-th of its trial, for cycle c.
func (b *hardware) aim(c predict.Cycle, ex int, seed uint64) {
	if !slices.Equal(b.marked, c.Sites) {
		b.mark(c)
	}
	b.begin(seed)
	b.pauses = b.delay == DelayEvent || !b.machine.Model().ReadChoice // Figure 9 has no pause
	b.drawn = paper
	if b.delay == DelayEvent {
		b.drawn = b.params.draw(&b.r, b.chance(3) || ex > 0)
	}
	b.replay = prefixReplay{}
	if b.prefixes != nil && b.params.Prefixes && b.prefixes.due(ex) {
		b.replay = b.prefixes.draw(&b.r)
	}
	for _, s := range b.marked {
		b.seen[s] = false
	}
	b.held, b.stores, b.allFree = b.held[:0], b.stores[:0], 0
}

// mark sets the cycle.
func (b *hardware) mark(c predict.Cycle) {
	for _, s := range b.marked {
		b.odd[s], b.even[s], b.partners[s] = false, false, b.partners[s][:0]
	}
	b.marked = append(b.marked[:0], c.Sites...)
	n := len(c.Sites)
	for j := 0; j < n; j += 2 {
		s, before := c.Sites[j], c.Sites[(j+n-1)%n]
		b.odd[s], b.even[before] = true, true
		b.partners[s] = append(b.partners[s], before)
	}
}

// Choose picks a due commit first, then a random thread that is not held, then the
// operation that is held for the shortest time.
func (b *hardware) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		if b.replay.continues() {
			if k := b.followPrefix(c); k >= 0 {
				return k
			}
		}
		return b.schedule(c)
	case interp.ReadFrom:
		if !b.replay.continues() && b.even[c.Op.Site] && !c.Repeats && b.chance(b.oldReads) {
			return 0
		}
		return c.N - 1
	}
	return b.r.Intn(c.N)
}

func (b *hardware) schedule(c *interp.Choice) int {
	now := b.now()
	if t := b.acted; t >= 0 && b.allFree == c.List {
		h := &b.threads[t]
		b.decide(h, t)
		if h.due > 0 || h.may {
			b.allFree = 0
		}
	}
	b.acted = -1
	if b.allFree == c.List {
		b.free = b.free[:b.listed]
	} else {
		b.freeThreads(c, now)
	}
	for i := b.listed; i < len(c.Actions); i++ {
		a := &c.Actions[i]
		due, delayed := b.dueStore(a.Store)
		switch {
		case due > now:
		case b.lazyCommits && !delayed && !b.even[a.Site]:
			b.free = append(b.free, i)
		default:
			return i
		}
	}
	if len(b.free) > 0 {
		return b.free[b.r.Intn(len(b.free))]
	}
	return b.release(c)
}

// freeThreads sets b.free to the threads that are not held, by examining each.
func (b *hardware) freeThreads(c *interp.Choice, now int) {
	b.free, b.allFree = b.free[:0], c.List
	i := 0
	for ; i < c.N && c.Actions[i].Store == 0; i++ {
		a := &c.Actions[i]
		h := b.thread(a.Thread)
		if !h.decided {
			b.decide(h, a.Thread)
		}
		if h.due > 0 || h.may {
			b.allFree = 0
		}
		if h.due <= now && (len(b.stores) == 0 || !h.may || b.dueThread(a) <= now) {
			b.free = append(b.free, i)
		}
	}
	b.listed = i
}

// release is called when everything that could happen is held. It picks the operation that
// was to wait for the shortest time. If operations wait for events it mostly picks a thread
// before a load rather than a store, at random among several.
func (b *hardware) release(c *interp.Choice) int {
	best, due, ties := 0, never*2, 0
	storesFirst := b.params.ReleaseStores && b.chance(2)
	for i := range c.Actions {
		a := &c.Actions[i]
		d := 0
		if a.Store != 0 {
			d, _ = b.dueStore(a.Store)
			if d >= never {
				d++
			}
		} else {
			d = b.dueThread(a)
		}
		if d > never && storesFirst {
			d = never - 1
		}
		switch {
		case d < due:
			best, due, ties = i, d, 1
		case d == due:
			if ties++; b.r.Intn(ties) == 0 {
				best = i
			}
		}
	}
	a := &c.Actions[best]
	switch {
	case due < never-1:
		b.skew += due - b.now()
	case a.Store != 0:
		b.freeStore(a.Store)
	default:
		b.threads[a.Thread].due = 0
		for i := range b.stores {
			if s := &b.stores[i]; due != never && s.thread == a.Thread {
				s.due = 0
			}
		}
	}
	return best
}

// dueStore returns the time at which a pending store may commit, which is now unless the
// store is delayed.
func (b *hardware) dueStore(s models.StoreID) (due int, delayed bool) {
	if i := b.delayed(s); i >= 0 {
		return b.stores[i].due, true
	}
	return 0, false
}

// delayed returns the index of a store in b.stores, which is in execution order; -1 if it
// is not delayed. It takes O(log n).
func (b *hardware) delayed(s models.StoreID) int {
	from, to := 0, len(b.stores)
	for from < to {
		if mid := (from + to) / 2; b.stores[mid].store < s {
			from = mid + 1
		} else {
			to = mid
		}
	}
	if from == len(b.stores) || b.stores[from].store != s {
		return -1
	}
	return from
}

func (b *hardware) freeStore(s models.StoreID) {
	if i := b.delayed(s); i >= 0 {
		b.stores = append(b.stores[:i], b.stores[i+1:]...)
	}
}

// dueThread returns the time at which a thread may take step a.
func (b *hardware) dueThread(a *models.Step) int {
	h := b.thread(a.Thread)
	if len(b.stores) == 0 {
		return h.due
	}
	if b.pauses && h.may && b.hastens(a.Thread) {
		return max(h.due, b.latestStore(a.Thread))
	}
	return h.due
}

// decide decides whether thread t is held before its next operation. It is called once for
// each operation.
func (b *hardware) decide(h *decision, t trace.ThreadID) {
	h.decided, h.due = true, 0
	op := b.machine.Next(t)
	h.may = op.Kind != trace.Load && (op.Kind != trace.Store || b.drains[op.Order])
	if op.Site >= 0 && b.odd[op.Site] && b.pausesBefore(op) && b.delaysAt(op.Site) {
		h.due = b.deadline(delayLoad)
		h.site, h.loc = op.Site, op.Loc
	}
}

// hastens reports whether the thread's next operation would commit its pending stores;
// Figures 7 and 8 pause before it. With pauseEarly it also reports whether the operation
// forces them to commit before later stores: no other thread can see that a thread has left
// a critical section before they have committed.
func (b *hardware) hastens(t trace.ThreadID) bool {
	if b.machine.Drains(t) {
		return true
	}
	switch b.machine.Next(t).Kind {
	case trace.Lock, trace.Unlock:
		return b.pauseEarly
	case trace.Fence:
		return b.pauseEarly && b.machine.OrdersStores(t)
	}
	return false
}

// latestStore returns the time at which the last delayed store of thread t is due. If that
// store waits for an event, the thread comes after threads held before a load.
func (b *hardware) latestStore(t trace.ThreadID) int {
	due := 0
	for i := range b.stores {
		if s := &b.stores[i]; s.thread == t {
			due = max(due, s.due)
			if s.due == never && b.odd[s.site] {
				return never + 1
			}
		}
	}
	return due
}

// pausesBefore reports whether an operation is delayed by holding its thread. For a store
// that is so only if it cannot wait in a buffer.
func (b *hardware) pausesBefore(op *models.Op) bool {
	switch op.Kind {
	case trace.Load, trace.RMW:
		return true
	case trace.Store:
		return !b.machine.Model().Buffered || b.machine.Drains(op.Thread)
	}
	return false
}
