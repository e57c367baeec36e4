package phase2

import (
	"slices"

	"fencepost/interp/strategy"
	"fencepost/trace"
)

// The habits of an execution are drawn at its beginning: what one bias is blind
// to, another sees. They are the same from the first event to the last, because
// a cycle often needs one thing done all along: a uniform choice at each event
// hardly ever does that.
type habits struct {
	// In eighths, how often an operation is delayed, an old store read, and a
	// delayed operation let go when its partner has run.
	delays, old, lets int

	lazy    bool // stores of no site of the cycle commit at random times
	careful bool // a thread with a delayed store pauses before what orders it, too

	casts    bool // of each pair's odd site one thread alone is delayed
	once     bool // one instance alone of each odd site is delayed
	cautious bool // no thread reads what was never written before the cycle is there
	sticky   int  // in eighths, how often the thread that ran last goes on
	hoards   bool // some threads hold all stores, from one of their first on
	sites    uint64
}

// paperHabits are those of Figures 7 to 9.
var paperHabits = habits{delays: 4, old: 4, lets: 8}

// drawHabits draws the habits of an execution that waits for events; wide adds
// those that pay when many executions may be tried, or that others share.
func drawHabits(r *strategy.Rand, wide bool) habits {
	chance := func(n int) bool { return int(r.Uint64()&7) < n }
	often := func() int {
		if chance(4) {
			return 8
		}
		return 4
	}
	h := habits{lazy: chance(4), careful: chance(2), delays: often(), old: often(), lets: often()}
	if !wide {
		return h
	}
	h.casts, h.once, h.cautious = chance(4), chance(2), chance(5)
	h.sticky = [...]int{0, 0, 6, 7}[r.Intn(4)]
	if chance(2) {
		h.lets = 0
	}
	h.hoards, h.sites = chance(5), ^uint64(0)
	if chance(4) {
		h.sites = r.Uint64()
	}
	return h
}

// A hoard is how a thread holds all its stores.
type hoard struct {
	from   int // the first store that is held, counted from 0
	stores int // so far
}

// noHoard is the from of a thread that holds none.
const noHoard = 1 << 30

// hoardsStore counts store e of a thread and reports whether the thread holds
// it as one of a hoard. Half of the threads have one; it begins with a store
// that is drawn from those of an execution under SC.
func (b *bias) hoardsStore(e *trace.Event) bool {
	for int(e.Thread) >= len(b.hoard) {
		h := hoard{from: noHoard}
		if b.chance(4) {
			h.from = 0
			if b.chance(5) {
				h.from = b.r.Intn(b.profile.storesOf(e.Thread) + 1)
			}
		}
		b.hoard = append(b.hoard, h)
	}
	h := &b.hoard[e.Thread]
	h.stores++
	return h.stores > h.from && !b.even[e.Site] && b.sites>>(e.Site&63)&1 != 0
}

// plays reports whether thread t has the role of a pair that begins with odd
// site s: the first thread that comes there takes it, half of the time.
func (b *bias) plays(s int32, t trace.ThreadID) bool {
	pairs := len(b.marked) / 2
	for j := range pairs {
		if b.marked[2*j] != s {
			continue
		}
		if b.roles[j] < 0 && !slices.Contains(b.roles[:pairs], t) && b.chance(4) {
			b.roles[j] = t
		}
		if b.roles[j] == t {
			return true
		}
	}
	return false
}

// spoils reports whether the next operation of thread t would end the execution
// too soon: it reads what was never written, because the store is still
// pending, and the cycle is not there yet.
func (b *bias) spoils(t trace.ThreadID) bool {
	op := b.machine.Next(t)
	if op.Kind != trace.Load || op.Loc < 0 {
		return false
	}
	if _, _, undef := b.machine.Memory().Latest(t, op.Loc); !undef {
		return false
	}
	if b.even[op.Site] {
		for i := range b.stores {
			s := &b.stores[i]
			if s.loc == op.Loc && s.thread != t && s.then >= 0 && b.waitsFor(s.site, op.Site) {
				return false
			}
		}
	}
	return true
}
