package bias

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// An observer is the strategy's view of the events.
type observer struct {
	trace.Recorder
	bias *hardware
	asks bool // asked is kept
}

// Record returns where the events are kept.
func (t *observer) Record() *trace.Recorder { return &t.Recorder }

// Event learns from e, which is recorded already.
func (t *observer) Event(e *trace.Event) {
	b := t.bias
	if t.asks {
		b.asked = append(b.asked, int32(b.answered))
	}
	if e.Kind == trace.Commit {
		b.freeStore(e.RF)
	} else {
		b.thread(e.Thread).events++
	}
	replayed := b.replay.goesOn()
	switch {
	case e.Kind == trace.Store && e.C == trace.NoCommit:
		if b.holds(e) {
			b.stores = append(b.stores, deadline{e.ID, e.Thread, e.Site, e.Loc, -1, b.deadline(delayStore)})
		}
	case e.Site >= 0 && b.even[e.Site] && b.delay == DelayEvent:
		b.noteSecond(e)
		b.partnerRan(e)
	}
	if replayed && e.Kind != trace.Commit {
		b.replay.follow(e)
	}
}

// holds decides whether the store of e stays in its buffer. While the answers of
// another execution are repeated, every store does that may: it commits where that
// execution committed it.
func (b *hardware) holds(e *trace.Event) bool {
	if b.answered < len(b.start) {
		b.seen[e.Site] = true
		return !b.even[e.Site]
	}
	if b.replay.goesOn() {
		return b.replay.delays()
	}
	return b.odd[e.Site] && b.delaysAt(e.Site, e.Thread, e.Loc) || b.delayAll && b.delaysAll(e)
}

// partnerRan lets go what waited for the even site of e, in another thread, at
// the same location.
func (b *hardware) partnerRan(e *trace.Event) {
	for i := range b.stores {
		if s := &b.stores[i]; s.thread != e.Thread && s.loc == e.Loc && b.waitsFor(s.site, e.Site) && b.chance(b.letsGo) {
			s.due = 0
		}
	}
	for t := range b.threads {
		h := &b.threads[t]
		if h.due == never && trace.ThreadID(t) != e.Thread && h.loc == e.Loc && b.waitsFor(h.site, e.Site) && b.chance(b.letsGo) {
			h.due = 0
		}
	}
}

func (b *hardware) waitsFor(odd, even int32) bool { return slices.Contains(b.partners[odd], even) }

// delaysAt decides whether an operation of odd site s of thread t at location
// l, about to be executed, is delayed.
func (b *hardware) delaysAt(s int32, t trace.ThreadID, l models.Loc) bool {
	if b.delay == DelayTime {
		return b.chance(b.delays)
	}
	first := !b.seen[s]
	b.seen[s] = true
	if b.params.SkipArmed && b.armed(s, t, l) && !b.chance(1) {
		return false
	}
	return b.params.DelayFirst && first || b.chance(b.delays)
}

// armed reports whether the even access that has to come before site s has
// just been made by a thread whose delayed store is still pending: then the
// cycle is best served by no delay.
func (b *hardware) armed(s int32, t trace.ThreadID, l models.Loc) bool {
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
func (b *hardware) noteSecond(e *trace.Event) {
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
