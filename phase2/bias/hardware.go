package bias

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// Delays of Figures 7 to 9. Times count operations; loads are held for
// less long than stores, so that a delayed store does not commit while another
// thread is paused before a load of the cycle.
const (
	delayStore = 60
	delayLoad  = 30
)

// never is the deadline of what waits for an event.
const never = 1 << 60

// A hardware is the strategy under the hardware models. For a cycle l1 ... ln it delays
// the odd sites and lets the even ones act at once:
//
//	(ODD)  a store of an odd site stays in its buffer, and a thread stops
//	       before a load or an RMW of one, each with probability 1/2;
//	(EVEN) every other store commits as soon as it can, and under PSLO a load of
//	       an even site reads, with probability 1/2, the oldest store it may.
//
// Its observer records the execution, and tells it when a store was issued and
// when a racing partner has run. What else it does is drawn anew for every
// execution: see drawn.
type hardware struct {
	observer observer
	machine  *interp.Machine
	delay    Delay
	pauses   bool // a thread pauses before it would commit its delayed stores itself
	r        strategy.Rand

	drains    [trace.NumOrders]bool // by order of a store: it would commit all of its thread
	odd, even []bool                // by site
	partners  [][]int32             // by odd site: the even sites it waits for
	marked    []int32               // the cycle: sites that odd, even and partners name
	seen      []bool                // by odd site: its first operation was delayed
	prefixes  *prefixes             // nil but in trials of several executions

	params *Parameters
	drawn
	held []bool // if all stores are delayed: by thread, whether it holds all of its
	free []int  // alternatives that are not held

	// Most steps change what is known of the thread that made them and of no other.
	acted   trace.ThreadID // which thread that is; -1: none since the last choice
	allFree int            // Choice.List, if no thread of it is held or may hasten stores; or 0
	listed  int            // how many threads were in the last Choice.List

	replay prefixReplay // if it begins as an execution under SC did

	skew    int        // logical time is the machine's steps plus skew
	stores  []deadline // pending delayed stores, in order of issue
	threads []holding  // by thread
}

// A deadline is a delayed pending store.
type deadline struct {
	store  models.StoreID
	thread trace.ThreadID
	site   int32
	loc    models.Loc
	due    int
}

// A holding is what is decided about a thread's next operation.
type holding struct {
	decided bool
	may     bool // the operation may hasten pending stores
	site    int32
	loc     models.Loc
	due     int
}

func newHardware(m *interp.Machine, o *Options) *hardware {
	n := len(m.Program().Sites)
	b := &hardware{
		machine: m, delay: o.Delay, params: o.Parameters,
		odd: make([]bool, n), even: make([]bool, n), partners: make([][]int32, n),
		seen: make([]bool, n),
	}
	b.observer.bias = b
	for o, low := range m.Mapping().Store {
		b.drains[o] = low.After == trace.StoreLoad
	}
	return b
}

// aim makes the next execution one for cycle c, the ex-th of its trial.
func (b *hardware) aim(c predict.Cycle, ex int, seed uint64) {
	if !slices.Equal(b.marked, c.Sites) {
		b.mark(c)
	}
	b.r = strategy.NewRand(seed)
	b.pauses = b.delay == DelayEvent || !b.machine.Model().ReadChoice // Figure 9 has no such pause
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
	b.held, b.skew, b.stores, b.threads = b.held[:0], 0, b.stores[:0], b.threads[:0]
	b.allFree = 0
}

// mark makes c the cycle.
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

// Begin allows every execution; aim says what it is for.
func (b *hardware) Begin(int) bool { return true }

// now is the logical time.
func (b *hardware) now() int { return b.machine.Steps() + b.skew }

// Choose answers: due commits first, then a random thread that is not held,
// then whatever is held for the shortest time.
func (b *hardware) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		if b.replay.goesOn() {
			if k := b.followPrefix(c); k >= 0 {
				return k
			}
		}
		return b.schedule(c)
	case interp.ReadFrom:
		if !b.replay.goesOn() && b.even[c.Op.Site] && !c.Repeats && b.chance(b.oldReads) {
			return 0
		}
		return c.N - 1
	}
	return b.r.Intn(c.N)
}

// chance is true n times out of eight.
func (b *hardware) chance(n int) bool { return int(b.r.Uint64()&7) < n }

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

// freeThreads makes b.free the threads that are not held, one by one.
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

// release is called when all that could happen is held: it lets go what was to
// wait for the shortest time; when waiting for events, mostly a thread before a load
// rather than a store, and among several one at random.
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

// dueStore is when a pending store may commit: at once unless it is delayed.
func (b *hardware) dueStore(s models.StoreID) (due int, delayed bool) {
	if i := b.delayed(s); i >= 0 {
		return b.stores[i].due, true
	}
	return 0, false
}

// delayed returns where a store is among those that are delayed, which are in the order of their
// execution; -1 if it is not. O(log n).
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

// dueThread is when the thread may take the step a.
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

// decide decides, once for each operation, whether thread t is held before it.
func (b *hardware) decide(h *holding, t trace.ThreadID) {
	h.decided, h.due = true, 0
	op := b.machine.Next(t)
	h.may = op.Kind != trace.Load && (op.Kind != trace.Store || b.drains[op.Order])
	if op.Site >= 0 && b.odd[op.Site] && b.pausesBefore(op) && b.delaysAt(op.Site) {
		h.due = b.deadline(delayLoad)
		h.site, h.loc = op.Site, op.Loc
	}
}

// hastens reports whether the thread's next operation would commit its pending
// stores, before which Figures 7 and 8 pause, or, with pauseEarly, force them to
// commit before later stores: a thread that enters a critical section will not
// get out of it, for anybody to see, before they have.
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

// latestStore is when the last delayed store of thread t is due; if it waits
// for an event, a thread that waits for a store of the cycle comes after one
// held before a load.
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

func (b *hardware) deadline(d int) int {
	if b.delay == DelayEvent {
		return never
	}
	return b.now() + d
}

func (b *hardware) thread(t trace.ThreadID) *holding {
	for int(t) >= len(b.threads) {
		b.threads = append(b.threads, holding{})
	}
	return &b.threads[t]
}

// pausesBefore reports whether an operation is delayed by holding its thread:
// a store is so only if it cannot wait in a buffer.
func (b *hardware) pausesBefore(op *models.Op) bool {
	switch op.Kind {
	case trace.Load, trace.RMW:
		return true
	case trace.Store:
		return !b.machine.Model().Buffered || b.machine.Drains(op.Thread)
	}
	return false
}
