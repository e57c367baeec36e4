package c11

import (
	"fencepost/models"
	"fencepost/trace"
)

// Reused memory: a free synchronises with the allocation that takes its block (C11 7.22.3).

// Freed records a free by t, and returns its number for Reused.
func (m *Memory) Freed(t trace.ThreadID) int {
	n := len(m.freed) / m.width
	m.freed = append(m.freed, m.threads[t].now...)
	return n
}

// Reused records that t allocates the block of a free.
func (m *Memory) Reused(t trace.ThreadID, free int) {
	th := &m.threads[t]
	m.tick(th, t)
	m.learn(th, t, m.clockAt(m.freed, int32(free)))
}

// Held calls use with the values of l that a running thread may read and for which match holds. The
// newest stores come first. Most stores have other values, so match is asked first.
func (m *Memory) Held(l models.Loc, least uint64, match, use func(value uint64) bool) bool {
	at := &m.locs[l]
	switch {
	case !at.atomic:
		return at.value < least || !match(at.value) || use(at.value)
	case m.greatest(at) < least:
		return true
	}
	m.matching = m.matching[:0]
	from := -1 // of at.order, if it is total: no thread may read stores before it; -1: not yet computed
	if at.total && len(at.order) > storesPerThread*m.running {
		from = m.visibleToAny(l)
	}
	for i := len(at.order) - 1; i >= max(from, 0); i-- {
		s := at.order[i]
		v := m.stores[s].value
		switch {
		case v < least || !match(v):
			continue
		case !at.total:
			m.matching = append(m.matching, s)
			continue
		case from < 0:
			if from = m.visibleToAny(l); i < from {
				return true
			}
		}
		if !use(v) {
			return false
		}
	}
	return len(m.matching) == 0 || m.heldOf(l, use)
}

// storesPerThread is about how many values are compared in the time that it takes to find the first
// store that a thread may read.
const storesPerThread = 4

// greatest returns a bound on the values of the stores to l.
func (m *Memory) greatest(l *location) uint64 {
	for i := len(l.order) - 1; i >= 0 && m.stores[l.order[i]].c >= l.bounded; i-- {
		l.bound = max(l.bound, m.stores[l.order[i]].value)
	}
	l.bounded = m.stores[l.last].c + 1
	return l.bound
}

// visibleToAny returns the index into the order of l, which is total, of the first store that a running
// thread may read.
func (m *Memory) visibleToAny(l models.Loc) int {
	at := &m.locs[l]
	from := len(at.order)
	for t := range m.threads[:m.running] {
		if !m.threads[t].exited && from > 0 {
			from = min(from, m.visible(at, &models.Op{Thread: trace.ThreadID(t), Loc: l}, false))
		}
	}
	return from
}

// heldOf is Held for the stores in m.matching to l, whose order is not total.
func (m *Memory) heldOf(l models.Loc, use func(value uint64) bool) bool {
	at := &m.locs[l]
	for t := range m.threads[:m.running] {
		if m.threads[t].exited {
			continue
		}
		priors := m.priorsOf(trace.ThreadID(t), l, models.Part{}, false)
		covered := m.coveredBy(at, priors)
		left := m.matching[:0]
		for _, s := range m.matching {
			if m.hidden(s, priors.stores, covered) {
				left = append(left, s)
			} else if !use(m.stores[s].value) {
				return false
			}
		}
		m.matching = left
	}
	return true
}
