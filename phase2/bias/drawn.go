package bias

import "fencepost/trace"

// A heldThread is how a thread holds all its stores.
type heldThread struct {
	from   int // the first store that is held, counted from 0
	stores int // so far
}

// holdsNone is the from of a thread that holds none.
const holdsNone = 1 << 30

// delaysAll counts store e of a thread and reports whether the thread holds it as it
// holds all. Half of the threads do, from a store on that is drawn from those of an
// execution under SC.
func (b *hardware) delaysAll(e *trace.Event) bool {
	for int(e.Thread) >= len(b.held) {
		h := heldThread{from: holdsNone}
		if b.chance(4) {
			h.from = 0
			if b.params.DelayLate && b.chance(5) {
				h.from = b.r.Intn(b.profile.storesOf(e.Thread) + 1)
			}
		}
		b.held = append(b.held, h)
	}
	h := &b.held[e.Thread]
	h.stores++
	return h.stores > h.from && !b.even[e.Site] && b.sites>>(e.Site&63)&1 != 0
}

// spoils reports whether the next operation of thread t would end the execution
// too soon: it reads what was never written, because the store is still
// pending, and the cycle is not there yet.
func (b *hardware) spoils(t trace.ThreadID) bool {
	op := b.machine.Next(t)
	if op.Kind != trace.Load || op.Loc < 0 {
		return false
	}
	if _, _, undef := b.machine.Memory().Latest(t, op.Loc); undef == 0 {
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
