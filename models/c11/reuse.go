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

// Holds reports whether match holds for a value of l that a running thread may read.
func (m *Memory) Holds(l models.Loc, match func(value uint64) bool) bool {
	at := &m.locs[l]
	if !at.atomic {
		return match(at.value)
	}
	for t := range m.threads[:m.running] {
		if m.threads[t].exited {
			continue
		}
		op := models.Op{Thread: trace.ThreadID(t), Kind: trace.Load, Order: trace.Relaxed, Loc: l}
		m.found = m.Readable(m.found[:0], &op)
		for _, id := range m.found {
			if match(m.stores[m.find(l, id)].value) {
				return true
			}
		}
	}
	return false
}
