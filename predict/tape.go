package predict

import (
	"fencepost/trace"
	"fencepost/trace/lists"
)

// maxTape bounds the events of a tape.
const maxTape = 4096

// maxPartners bounds the threads whose pairs are distinguished.
const maxPartners = 8

// A tape keeps the events of a short execution until it ends. If every thread did the same
// in an earlier execution, the events are dropped, because prediction does not depend on
// how threads interleave. Most executions of a small program end there, at the cost of a
// hash. The events of a longer execution are read as they come.
type tape struct {
	events []trace.Event
	over   bool // the execution is too long for a tape

	next  []int32 // by event: the next of its thread, or -1
	first []int32 // by thread: its first event, or -1
	last  []int32 // by thread: its last event
	names []int32 // by location: 1 + its number in order of appearance
	fresh []uint64
}

func (t *tape) reset() {
	t.events = t.events[:0]
	t.over = false
}

// add appends e and reports whether there was room.
func (t *tape) add(e *trace.Event) bool {
	if t.over || len(t.events) == maxTape {
		return false
	}
	t.events = append(t.events, *e)
	return true
}

// close links the events of each thread into a list.
func (t *tape) close() {
	t.next, t.first, t.last, t.names = t.next[:0], t.first[:0], t.last[:0], t.names[:0]
	for i := range t.events {
		e := &t.events[i]
		t.next = append(t.next, -1)
		for int(e.Thread) >= len(t.first) {
			t.first, t.last = append(t.first, -1), append(t.last, -1)
		}
		if n := t.last[e.Thread]; n >= 0 {
			t.next[n] = int32(i)
		} else {
			t.first[e.Thread] = int32(i)
		}
		t.last[e.Thread] = int32(i)
		t.names = lists.Extended(t.names, int(e.Loc)+1)
	}
}

// digest hashes the closed tape, thread by thread. Locations are numbered in the order of
// first use in this traversal, because their own numbers depend on the interleaving.
func (t *tape) digest() digest {
	return t.hash(func(trace.ThreadID) bool { return true })
}

// pair hashes the events of threads a and b, and all creations and joins: the input for the
// cycles of these two threads.
func (t *tape) pair(a, b trace.ThreadID) digest {
	d := t.hash(func(u trace.ThreadID) bool { return u == a || u == b })
	d.mix(uint64(a)<<32 | uint64(b))
	return d
}

// hash hashes all events of the chosen threads, and creations and joins of the others.
func (t *tape) hash(chosen func(trace.ThreadID) bool) digest {
	clear(t.names)
	var d digest
	named := int32(0)
	for thread, n := range t.first {
		d.mix(1<<63 | uint64(thread))
		all := chosen(trace.ThreadID(thread))
		for ; n >= 0; n = t.next[n] {
			e := &t.events[n]
			switch e.Kind {
			case trace.Create, trace.Join:
				d.mix(uint64(e.Kind)<<56 | e.Value)
				continue
			}
			if !all {
				continue
			}
			switch e.Kind {
			case trace.Load, trace.Store, trace.RMW, trace.CASFail:
				if t.names[e.Loc] == 0 {
					named++
					t.names[e.Loc] = named
				}
				d.mix(uint64(e.Kind)<<56 | uint64(e.Order)<<48 | uint64(t.names[e.Loc])<<32 | uint64(uint32(e.Site)))
			case trace.Fence:
				d.mix(uint64(e.Kind)<<56 | uint64(e.Order)<<48 | e.Value)
			case trace.Lock, trace.Unlock:
				d.mix(uint64(e.Kind) << 56)
			}
		}
	}
	return d
}

// partners returns, by thread, a bit for each thread with which it may have a cycle of two
// that is not covered by seen, and adds all pairs to seen. It returns nil, which stands for
// all threads, if there are many.
func (t *tape) partners(seen map[digest]bool) []uint64 {
	n := len(t.first)
	if n > maxPartners {
		return nil
	}
	t.fresh = append(t.fresh[:0], make([]uint64, n)...)
	for a := range n {
		for b := a + 1; b < n; b++ {
			if !known(seen, t.pair(trace.ThreadID(a), trace.ThreadID(b))) {
				t.fresh[a] |= 1 << b
				t.fresh[b] |= 1 << a
			}
		}
	}
	return t.fresh
}
