package bias

import (
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// A c11 is the strategy under C11. No store waits there, so it delays the reading of a
// store. For a cycle l1 ... ln
//
//	(ODD)  a store of an odd site is hidden: loads of other threads read older
//	       stores, where they may, until its partner, the even site before it, has
//	       been executed by another thread at the same location; a thread stops
//	       before a load or an RMW of an odd site until then, and before a
//	       non-atomic store, which no thread may read late;
//	(EVEN) a load of an even site reads the oldest store that it may.
//
// All other loads prefer the newest store that is not hidden. A store stops being hidden,
// and a thread being held, when nothing else is enabled. The frequency of each is drawn anew
// for every execution.
type c11 struct {
	holder
	observer c11Observer
	sites    []int32

	// Frequencies in eighths: an operation is delayed, the oldest store is read, any store
	// is read.
	delays, oldReads, anyRead int
	olds                      int // number of reads of the oldest store

	hidden []hiddenStore
}

// A hiddenStore is a delayed store.
type hiddenStore struct {
	store  models.StoreID
	thread trace.ThreadID
	site   int32
	loc    models.Loc
	due    int
	passed int // number of loads that passed it over
}

const (
	// maxPassed bounds the loads that pass over a hidden store, so that a loop ends that
	// the machine does not recognise as waiting.
	maxPassed = 64
	// maxOlds is the number of reads of the oldest store after which they become rare, for
	// the same reason.
	maxOlds = 64
	// lookback is the number of newest stores that a load considers.
	lookback = 16
)

func newC11(m *interp.Machine, o *Options) *c11 {
	b := &c11{holder: newHolder(m, o)}
	b.observer.bias = b
	return b
}

// aim prepares the next execution for cycle c.
func (b *c11) aim(c predict.Cycle, seed uint64) {
	if !slices.Equal(b.sites, c.Sites) {
		for _, s := range b.sites {
			b.odd[s], b.even[s] = false, false
		}
		b.sites = append(b.sites[:0], c.Sites...)
		for j, s := range c.Sites {
			b.odd[s] = b.odd[s] || j%2 == 0
			b.even[s] = b.even[s] || j%2 == 1
		}
	}
	b.begin(seed)
	b.delays, b.oldReads = b.odds(), b.odds()
	b.anyRead = 0
	if b.chance(4) && b.params.C11ReadAny {
		b.anyRead = 6
	}
	b.olds, b.hidden = 0, b.hidden[:0]
}

// odds draws the frequency of something: always, or half of the time.
func (b *c11) odds() int {
	if b.chance(4) && b.params.DrawOdds {
		return 8
	}
	return 4
}

// Choose implements interp.Strategy.
func (b *c11) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		return b.schedule(c)
	case interp.ReadFrom:
		return b.read(c)
	}
	return b.r.Intn(c.N)
}

// delaysOdd decides whether an instance of an odd site is delayed.
func (b *c11) delaysOdd() bool {
	if b.delay == DelayTime {
		return b.chance(4)
	}
	return b.chance(b.delays)
}

// read chooses the store that a load or an RMW reads.
func (b *c11) read(c *interp.Choice) int {
	s := c.Op.Site
	if c.Repeats || s < 0 {
		return c.N - 1
	}
	if b.even[s] && b.chance(b.oldReads) && (b.olds < maxOlds || b.chance(1)) {
		b.olds++
		return 0
	}
	if !b.odd[s] && !b.even[s] && b.chance(b.anyRead) {
		return b.r.Intn(c.N)
	}
	for k := c.N - 1; k >= max(0, c.N-lookback); k-- {
		if !b.hides(c.Store(k), c.Thread) {
			return k
		}
	}
	return 0
}

// hides reports whether store id is hidden from thread t.
func (b *c11) hides(id models.StoreID, t trace.ThreadID) bool {
	for i := range b.hidden {
		h := &b.hidden[i]
		if h.store == id && h.thread != t && h.due > b.now() && h.passed < maxPassed {
			h.passed++
			return true
		}
	}
	return false
}

// partners reports whether site even comes directly before site odd in the cycle.
func (b *c11) partners(odd, even int32) bool {
	n := len(b.sites)
	for j := 0; j < n; j += 2 {
		if b.sites[j] == odd && b.sites[(j+n-1)%n] == even {
			return true
		}
	}
	return false
}

func (b *c11) schedule(c *interp.Choice) int {
	now := b.now()
	b.free = b.free[:0]
	for i := range c.Actions {
		if t := c.Actions[i].Thread; b.due(t) <= now {
			b.free = append(b.free, i)
		}
	}
	if len(b.free) > 0 {
		return b.free[b.r.Intn(len(b.free))]
	}
	return b.release(c)
}

// due returns the time at which thread t may continue. For each operation it decides once
// whether the thread is held before it.
func (b *c11) due(t trace.ThreadID) int {
	h := b.thread(t)
	if !h.decided {
		h.decided, h.due = true, 0
		op := b.machine.Next(t)
		if op.Site >= 0 && b.odd[op.Site] && b.stops(op.Kind, op.Order) && b.delaysOdd() {
			h.due, h.site, h.loc = b.deadline(delayLoad), op.Site, op.Loc
		}
	}
	return h.due
}

// stops reports whether an operation is delayed by holding its thread.
func (b *c11) stops(k trace.Kind, o trace.Order) bool {
	switch k {
	case trace.Load, trace.RMW:
		return true
	case trace.Store:
		return o == trace.Plain
	}
	return false
}

// release is called when all threads are held. It picks the thread with the earliest time,
// at random among equals.
func (b *c11) release(c *interp.Choice) int {
	best, due, ties := 0, 2*never, 0
	for i := range c.Actions {
		switch d := b.due(c.Actions[i].Thread); {
		case d < due:
			best, due, ties = i, d, 1
		case d == due:
			if ties++; b.r.Intn(ties) == 0 {
				best = i
			}
		}
	}
	if due < never {
		b.skew += due - b.now()
		return best
	}
	b.thread(c.Actions[best].Thread).due = 0
	return best
}

// partnerRan ends the delays that waited for e, an event of an even site.
func (b *c11) partnerRan(e *trace.Event) {
	for i := range b.hidden {
		if h := &b.hidden[i]; h.thread != e.Thread && h.loc == e.Loc && b.partners(h.site, e.Site) {
			h.due = 0
		}
	}
	for t := range b.threads {
		h := &b.threads[t]
		if h.due == never && trace.ThreadID(t) != e.Thread && h.loc == e.Loc && b.partners(h.site, e.Site) {
			h.due = 0
		}
	}
}

// A c11Observer is the strategy's view of the events.
type c11Observer struct {
	trace.Recorder
	bias *c11
}

// Event records e and updates the strategy.
func (t *c11Observer) Event(e *trace.Event) {
	t.Recorder.Event(e)
	b := t.bias
	b.thread(e.Thread).decided = false
	if e.Site < 0 || e.Kind.IsLockWord() {
		return
	}
	if e.Kind == trace.Store && !b.stops(e.Kind, e.Order) && b.odd[e.Site] && b.delaysOdd() {
		b.hidden = append(b.hidden, hiddenStore{e.ID, e.Thread, e.Site, e.Loc, b.deadline(delayStore), 0})
	}
	if b.even[e.Site] && b.delay == DelayEvent {
		b.partnerRan(e)
	}
}
