package bias

import (
	"slices"

	"fencepost/trace"
)

// An observer is the strategy's view of the events.
type observer struct {
	trace.Recorder
	bias *hardware
}

// Record implements trace.Observer.
func (t *observer) Record() *trace.Recorder { return &t.Recorder }

// Event updates the strategy. e is recorded already.
func (t *observer) Event(e *trace.Event) {
	b := t.bias
	if e.Kind == trace.Commit {
		b.freeStore(e.RF)
	} else {
		b.thread(e.Thread).decided, b.acted = false, e.Thread
	}
	switch {
	case e.Kind == trace.Store && e.C == trace.NoCommit:
		if len(b.stores) < maxDelayed && b.holds(e) {
			b.stores = append(b.stores, deadline{e.ID, e.Thread, e.Site, e.Loc, b.deadline(delayStore)})
		}
	case e.Site >= 0 && b.even[e.Site] && b.delay == DelayEvent:
		b.partnerRan(e)
	}
	if b.replay.continues() && e.Kind != trace.Commit {
		b.replay.follow(e)
	}
}

// maxDelayed bounds the stores that are delayed at the same time, and so the cost of an event: a loop
// may store without an end while its thread waits. The buffers of processors have fewer entries.
const maxDelayed = 256

// holds decides whether the store of e stays in its buffer.
func (b *hardware) holds(e *trace.Event) bool {
	if b.replay.continues() {
		return b.replay.delays()
	}
	return b.odd[e.Site] && b.delaysAt(e.Site) || b.delayAll && b.delaysAll(e)
}

// delaysAll reports whether store e is held because its thread holds all its stores. Half
// of the threads do.
func (b *hardware) delaysAll(e *trace.Event) bool {
	for int(e.Thread) >= len(b.held) {
		b.held = append(b.held, b.chance(4))
	}
	return b.held[e.Thread] && !b.even[e.Site] && b.sites>>(e.Site&63)&1 != 0
}

// partnerRan ends the delays that waited for the even site of e, in other threads at the
// same location.
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

// delaysAt decides whether an operation of odd site s, which comes next, is delayed.
func (b *hardware) delaysAt(s int32) bool {
	if b.params.DelayFirst && b.delay == DelayEvent && !b.seen[s] {
		b.seen[s] = true
		return true
	}
	return b.chance(b.delays)
}
