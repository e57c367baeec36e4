package c11

import (
	"fencepost/models"
	"fencepost/trace"
)

// An epoch is an access in the detection of races, as in FastTrack (PLDI 2009).
type epoch struct {
	thread trace.ThreadID // or noThread, or manyThreads
	number int32          // among the events of the thread
	site   int32
	id     models.StoreID // event
}

// manyThreads is the thread of location.read if concurrent plain loads of several threads must be
// remembered. The view of each thread then has its load.
const manyThreads = -2

var noEpoch = epoch{thread: noThread}

func epochOf(op *models.Op, n int32) epoch { return epoch{op.Thread, n, op.Site, op.ID} }

func (e *epoch) racer(writes, atomic bool) models.Racer {
	return models.Racer{Thread: e.thread, Event: e.id, Site: e.site, Writes: writes, Atomic: atomic}
}

// concurrent reports whether access e of another thread does not happen before
// t's next operation.
func (m *Memory) concurrent(e *epoch, t trace.ThreadID) bool {
	return e.thread >= 0 && e.thread != t && !m.happened(e.thread, e.number, t)
}

// racePlainLoad checks a non-atomic load, event n of its thread, and remembers it.
func (m *Memory) racePlainLoad(l *location, op *models.Op, n int32) {
	if m.concurrent(&l.write, op.Thread) {
		m.race(op, &l.write, true, false, false, false)
	}
	if l.atomic {
		for i := l.views; i != 0; i = m.views[i].next {
			if v := &m.views[i]; m.concurrent(&v.stored, op.Thread) {
				m.race(op, &v.stored, true, true, false, false)
			}
		}
	}
	e := epochOf(op, n)
	switch {
	case l.read.thread == manyThreads:
		m.view(l, op.Thread).plain = e
	case m.concurrent(&l.read, op.Thread):
		m.view(l, l.read.thread).plain = l.read
		m.view(l, op.Thread).plain = e
		l.read.thread = manyThreads
	default:
		l.read = e
	}
}

// racePlainStore checks a non-atomic store, event n of its thread, and remembers it.
func (m *Memory) racePlainStore(l *location, op *models.Op, n int32) {
	if m.concurrent(&l.write, op.Thread) {
		m.race(op, &l.write, true, false, true, false)
	}
	m.racePlainLoads(l, op, false)
	if l.atomic {
		for i := l.views; i != 0; i = m.views[i].next {
			v := &m.views[i]
			if m.concurrent(&v.stored, op.Thread) {
				m.race(op, &v.stored, true, true, true, false)
			}
			if m.concurrent(&v.loaded, op.Thread) {
				m.race(op, &v.loaded, false, true, true, false)
			}
		}
	}
	l.write, l.read = epochOf(op, n), noEpoch
}

// racePlainLoads checks a store against the non-atomic loads.
func (m *Memory) racePlainLoads(l *location, op *models.Op, atomic bool) {
	if l.read.thread != manyThreads {
		if m.concurrent(&l.read, op.Thread) {
			m.race(op, &l.read, false, false, true, atomic)
		}
		return
	}
	for i := l.views; i != 0; i = m.views[i].next {
		if v := &m.views[i]; m.concurrent(&v.plain, op.Thread) {
			m.race(op, &v.plain, false, false, true, atomic)
		}
	}
}

// raceStore checks an atomic store.
func (m *Memory) raceStore(l *location, op *models.Op) {
	if m.concurrent(&l.write, op.Thread) {
		m.race(op, &l.write, true, false, true, true)
	}
	if l.read.thread != noThread {
		m.racePlainLoads(l, op, true)
	}
}

// A racePair is two sites, the smaller first.
type racePair struct{ a, b int32 }

// race reports that op races with e, unless the execution had a race between their sites before.
func (m *Memory) race(op *models.Op, e *epoch, eWrites, eAtomic, writes, atomic bool) {
	m.locs[op.Loc].raced = true
	p := racePair{min(op.Site, e.site), max(op.Site, e.site)}
	if m.known[p] {
		return
	}
	m.known[p] = true
	m.log.Races = append(m.log.Races, models.Race{
		First:  e.racer(eWrites, eAtomic),
		Second: models.Racer{Thread: op.Thread, Event: op.ID, Site: op.Site, Writes: writes, Atomic: atomic},
	})
}

// A heritage is an access to a location of which another location took over bytes.
type heritage struct {
	epoch
	writes, atomic bool
	extent         models.Extent // of the access
	same           bool          // the extent is that of the location
	next           int32
}

// Inherit keeps the latest accesses of each thread to location from for l, which is new.
func (m *Memory) Inherit(l, from models.Loc, now, was models.Extent) {
	at, old := &m.locs[l], &m.locs[from]
	keep := func(e epoch, writes, atomic bool) {
		m.inherit(at, now, heritage{epoch: e, writes: writes, atomic: atomic, extent: was})
	}
	keep(old.write, true, false)
	keep(old.read, false, false)
	for i := old.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		keep(v.stored, true, true)
		keep(v.loaded, false, true)
		if old.read.thread == manyThreads {
			keep(v.plain, false, false)
		}
	}
	for i := old.heritage; i != 0; i = m.heritage[i].next {
		m.inherit(at, now, m.heritage[i])
	}
}

// inherit adds h to the heritage of l, which is at now, and removes an access that it hides.
func (m *Memory) inherit(l *location, now models.Extent, h heritage) {
	if h.thread < 0 || !h.extent.Overlaps(now) {
		return
	}
	h.same = h.extent == now
	for i := l.heritage; i != 0; i = m.heritage[i].next {
		switch k := &m.heritage[i]; {
		case k.hides(&h):
			return
		case h.hides(k):
			h.next = k.next
			*k = h
			return
		}
	}
	h.next = l.heritage
	m.heritage = append(m.heritage, h)
	l.heritage = int32(len(m.heritage) - 1)
}

// hides reports whether an operation that conflicts with e conflicts with h as well, and does not
// happen after h if it does not happen after e.
func (h *heritage) hides(e *heritage) bool {
	if h.thread != e.thread || h.number < e.number || h.writes != e.writes {
		return false
	}
	if h.atomic {
		return e.atomic && h.extent == e.extent
	}
	return h.extent.Contains(e.extent)
}

// Inherited returns an access in the heritage of l that does not happen before the next operation of
// t. If writes is set it considers only stores. If atomic is set it leaves out atomic loads of the
// bytes of l: an atomic operation on the same bytes does not conflict with them.
func (m *Memory) Inherited(t trace.ThreadID, l models.Loc, writes, atomic bool) (models.Racer, bool) {
	for i := m.locs[l].heritage; i != 0; i = m.heritage[i].next {
		h := &m.heritage[i]
		counts := h.writes || !writes && !(atomic && h.atomic && h.same)
		if counts && m.concurrent(&h.epoch, t) {
			return h.racer(h.writes, h.atomic), true
		}
	}
	return models.Racer{}, false
}

// Unordered returns an access to l that does not happen before the next operation of t. If writes is
// set it considers only stores.
func (m *Memory) Unordered(t trace.ThreadID, l models.Loc, writes bool) (models.Racer, bool) {
	at := &m.locs[l]
	if m.concurrent(&at.write, t) {
		return at.write.racer(true, false), true
	}
	if !writes && m.concurrent(&at.read, t) {
		return at.read.racer(false, false), true
	}
	for i := at.views; i != 0; i = m.views[i].next {
		switch v := &m.views[i]; {
		case m.concurrent(&v.stored, t):
			return v.stored.racer(true, true), true
		case writes:
		case m.concurrent(&v.loaded, t):
			return v.loaded.racer(false, true), true
		case at.read.thread == manyThreads && m.concurrent(&v.plain, t):
			return v.plain.racer(false, false), true
		}
	}
	return models.Racer{}, false
}
