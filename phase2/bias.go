package phase2

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// Parameters of Figures 7 to 9. Times count operations; loads are held for
// less long than stores, so that a delayed store does not commit while another
// thread is paused before a load of the cycle.
const (
	delayStore = 60
	delayLoad  = 30
)

// never is the deadline of what waits for an event.
const never = 1 << 60

// A bias is the strategy of phase 2. For a cycle l1 ... ln it delays the odd
// sites and lets the even ones act at once:
//
//	(ODD)  a store of an odd site stays in its buffer, and a thread stops
//	       before a load or an RMW of one, each with probability 1/2;
//	(EVEN) every other store commits as soon as it can, and under PSLO a load of
//	       an even site reads, with probability 1/2, the oldest store it may.
//
// Its trail records the execution, and tells it when a store was issued and
// when a racing partner has run.
type bias struct {
	trail   trail
	machine *interp.Machine
	delay   Delay // of this execution
	wanted  Delay // of the campaign
	pauses  bool  // a thread pauses before it would commit its delayed stores itself
	r       strategy.Rand

	odd, even  []bool    // by site
	partners   [][]int32 // by odd site: the even sites it waits for
	marked     []int32   // the cycle: sites that odd, even and partners name
	seen, from []int     // by odd site: instances so far; the first that is delayed

	lazy    bool // stores of no site of the cycle commit at random times
	careful bool // a thread with a delayed store pauses before what orders it, too
	// In eighths, how often an operation is delayed, an old store read, and a
	// delayed operation let go when its partner has run.
	delays, old, lets int
	free              []int // alternatives that are not held

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
	then   models.Loc // where its thread has since made the even access of its pair, or -1
	due    int
}

// A holding is what is decided about a thread's next operation.
type holding struct {
	events  int // the thread's events so far: names the next operation
	decided int // events+1 when the decision was made
	site    int32
	loc     models.Loc
	due     int
}

func newBias(m *interp.Machine, o *Options) *bias {
	n := len(m.Program().Sites)
	b := &bias{
		machine: m, wanted: o.Delay,
		odd: make([]bool, n), even: make([]bool, n), partners: make([][]int32, n),
		seen: make([]int, n), from: make([]int, n),
	}
	b.trail.bias = b
	return b
}

// aim makes the next execution one for cycle c, the ex-th of its trial. Of
// several, every fourth holds operations for a fixed time even where the
// campaign waits for events: what the one way is blind to, the other may see.
func (b *bias) aim(c predict.Cycle, ex int, seed uint64) {
	b.delay = b.wanted
	if ex%4 == 3 {
		b.delay = DelayTime
	}
	b.pauses = b.delay == DelayEvent || b.machine.Model().Name != models.PSLO.Name // Figure 9 has no such pause
	if !slices.Equal(b.marked, c.Sites) {
		b.mark(c)
	}
	b.r = strategy.NewRand(seed)
	b.lazy, b.careful = false, false
	b.delays, b.old, b.lets = 4, 4, 8
	if b.delay == DelayEvent {
		b.lazy, b.careful = b.chance(4), b.chance(2)
		b.delays, b.old, b.lets = b.habit(), b.habit(), b.habit()
		b.pickInstances()
	}
	b.skew, b.stores, b.threads = 0, b.stores[:0], b.threads[:0]
}

// mark makes c the cycle, of which no execution is known yet.
func (b *bias) mark(c predict.Cycle) {
	for _, s := range b.marked {
		b.odd[s], b.even[s], b.partners[s] = false, false, b.partners[s][:0]
		b.seen[s] = 0
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
func (b *bias) Begin(int) bool { return true }

// now is the logical time.
func (b *bias) now() int { return b.machine.Steps() + b.skew }

// Choose answers: due commits first, then a random thread that is not held,
// then whatever is held for the shortest time.
func (b *bias) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		return b.schedule(c)
	case interp.ReadFrom:
		if b.even[c.Op.Site] && !c.Repeats && b.chance(b.old) {
			return 0
		}
		return c.N - 1
	}
	return b.r.Intn(c.N)
}

// chance is true n times out of eight.
func (b *bias) chance(n int) bool { return int(b.r.Uint64()&7) < n }

// habit draws how often an execution does something: always, or half of the time.
func (b *bias) habit() int {
	if b.chance(4) {
		return 8
	}
	return 4
}

// pickInstances draws, for each odd site, the instance from which on it is
// delayed: any of those that the cycle's previous execution had. A site that is
// executed once is always delayed.
func (b *bias) pickInstances() {
	for _, s := range b.marked {
		b.from[s] = 1
		if n := b.seen[s]; n > 1 {
			b.from[s] = 1 + b.r.Intn(n)
		}
		b.seen[s] = 0
	}
}

// delaysAt decides whether an operation of odd site s of thread t at location
// l, about to be executed, is delayed.
func (b *bias) delaysAt(s int32, t trace.ThreadID, l models.Loc) bool {
	if b.delay == DelayTime {
		return b.chance(b.delays)
	}
	b.seen[s]++
	if b.seen[s] < b.from[s] || b.armed(s, t, l) && !b.chance(1) {
		return false
	}
	return b.from[s] == 1 && b.seen[s] == 1 || b.chance(b.delays)
}

// armed reports whether the even access that has to come before site s has
// just been made by a thread whose delayed store is still pending: then the
// cycle is best served by no delay.
func (b *bias) armed(s int32, t trace.ThreadID, l models.Loc) bool {
	n := len(b.marked)
	for j := 0; j < n; j += 2 {
		if b.marked[j] != s {
			continue
		}
		before := b.marked[(j+n-2)%n]
		for i := range b.stores {
			if d := &b.stores[i]; d.site == before && d.thread != t && d.then == l {
				return true
			}
		}
	}
	return false
}

// noteSecond remembers that a thread with a delayed store has made the even
// access of the same pair, at location l.
func (b *bias) noteSecond(e *trace.Event) {
	n := len(b.marked)
	for i := range b.stores {
		d := &b.stores[i]
		if d.thread != e.Thread {
			continue
		}
		for j := 0; j < n; j += 2 {
			if b.marked[j] == d.site && b.marked[j+1] == e.Site {
				d.then = e.Loc
			}
		}
	}
}

func (b *bias) schedule(c *interp.Choice) int {
	now := b.now()
	b.free = b.free[:0]
	for i := range c.Actions {
		a := &c.Actions[i]
		if a.Store == 0 {
			if b.dueThread(a) <= now {
				b.free = append(b.free, i)
			}
			continue
		}
		due, delayed := b.dueStore(a.Store)
		switch {
		case due > now:
		case b.lazy && !delayed && !b.even[a.Site]:
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

// release is called when all that could happen is held: it lets go what was to
// wait for the shortest time; when waiting for events, mostly a thread before a
// load rather than a store, and among several one at random.
func (b *bias) release(c *interp.Choice) int {
	best, due, ties := 0, never*2, 0
	storesFirst := b.chance(2)
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
func (b *bias) dueStore(s models.StoreID) (due int, delayed bool) {
	for i := range b.stores {
		if b.stores[i].store == s {
			return b.stores[i].due, true
		}
	}
	return 0, false
}

func (b *bias) freeStore(s models.StoreID) {
	for i := range b.stores {
		if b.stores[i].store == s {
			b.stores = append(b.stores[:i], b.stores[i+1:]...)
			return
		}
	}
}

// dueThread is when the thread may take the step a: it decides, once for each
// operation, whether the thread is held before it.
func (b *bias) dueThread(a *models.Step) int {
	h := b.thread(a.Thread)
	if h.decided != h.events+1 {
		h.decided, h.due = h.events+1, 0
		op := b.machine.Next(a.Thread)
		if op.Site >= 0 && b.odd[op.Site] && b.pausesBefore(op) && b.delaysAt(op.Site, a.Thread, op.Loc) {
			h.due = b.deadline(delayLoad)
			h.site, h.loc = op.Site, op.Loc
		}
	}
	if b.pauses && len(b.stores) > 0 && b.hastens(a.Thread) {
		return max(h.due, b.latestStore(a.Thread))
	}
	return h.due
}

// hastens reports whether the thread's next operation would commit its pending
// stores, before which Figures 7 and 8 pause, or, when careful, force them to
// commit before later stores: a thread that enters a critical section will not
// get out of it, for anybody to see, before they have.
func (b *bias) hastens(t trace.ThreadID) bool {
	if b.machine.Drains(t) {
		return true
	}
	switch b.machine.Next(t).Kind {
	case trace.Lock, trace.Unlock:
		return b.careful
	case trace.Fence:
		return b.careful && b.machine.OrdersStores(t)
	}
	return false
}

// latestStore is when the last delayed store of thread t is due; if it waits
// for an event, a thread that waits for it comes after one held before a load.
func (b *bias) latestStore(t trace.ThreadID) int {
	due := 0
	for i := range b.stores {
		if s := &b.stores[i]; s.thread == t {
			due = max(due, s.due)
		}
	}
	if due >= never {
		due = never + 1
	}
	return due
}

func (b *bias) deadline(d int) int {
	if b.delay == DelayEvent {
		return never
	}
	return b.now() + d
}

func (b *bias) thread(t trace.ThreadID) *holding {
	for int(t) >= len(b.threads) {
		b.threads = append(b.threads, holding{})
	}
	return &b.threads[t]
}

// pausesBefore reports whether an operation is delayed by holding its thread:
// a store is so only if it cannot wait in a buffer.
func (b *bias) pausesBefore(op *models.Op) bool {
	switch op.Kind {
	case trace.Load, trace.RMW:
		return true
	case trace.Store:
		return b.machine.Model().Name == models.SC.Name || b.machine.Drains(op.Thread)
	}
	return false
}

// A trail is the bias's view of the events.
type trail struct {
	trace.Recorder
	bias *bias
}

// Event records e and learns from it.
func (t *trail) Event(e *trace.Event) {
	t.Recorder.Event(e)
	b := t.bias
	if e.Kind == trace.Commit {
		b.freeStore(e.RF)
	} else {
		b.thread(e.Thread).events++
	}
	if e.Kind == trace.Store && e.C == trace.NoCommit {
		if b.odd[e.Site] && b.delaysAt(e.Site, e.Thread, e.Loc) {
			b.stores = append(b.stores, deadline{e.ID, e.Thread, e.Site, e.Loc, -1, b.deadline(delayStore)})
		}
	} else if e.Site >= 0 && b.even[e.Site] && b.delay == DelayEvent {
		b.noteSecond(e)
		b.partnerRan(e)
	}
}

// partnerRan lets go what waited for the even site of e, in another thread, at
// the same location.
func (b *bias) partnerRan(e *trace.Event) {
	for i := range b.stores {
		if s := &b.stores[i]; s.thread != e.Thread && s.loc == e.Loc && b.waitsFor(s.site, e.Site) && b.chance(b.lets) {
			s.due = 0
		}
	}
	for t := range b.threads {
		h := &b.threads[t]
		if h.due == never && trace.ThreadID(t) != e.Thread && h.loc == e.Loc && b.waitsFor(h.site, e.Site) && b.chance(b.lets) {
			h.due = 0
		}
	}
}

func (b *bias) waitsFor(odd, even int32) bool { return slices.Contains(b.partners[odd], even) }
