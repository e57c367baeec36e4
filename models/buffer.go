package models

import "fencepost/trace"

// An entry is a pending store.
type entry struct {
	value uint64
	loc   Loc
	store StoreID
	site  int32
	i     int32
	epoch int32 // PSO, PSLO: the number of store-store fences before it
	undef trace.Undef
	part  Part // the bytes that it changes
	later bool // PSO, PSLO: an older store to its location is pending, too
	over  bool // the next entry for its location replaces it: both commit in one step
}

// A buffer holds the pending stores of one thread in the order in which they were issued.
// Under PSO and PSLO, FIFO(a) is the subsequence of the entries for a.
//
// counts has the number of entries for each residue of a location. If it is zero, a load
// finds in O(1) that no store to its location is pending. That is the common case; without
// counts a load would cost the length of the buffer.
type buffer struct {
	entries []entry
	head    int // index of the oldest live entry
	epoch   int32
	later   int // number of entries with later set
	counts  [64]int32
}

func (b *buffer) reset() {
	for i := b.head; i < len(b.entries); i++ {
		b.counts[b.entries[i].loc&63] = 0
	}
	b.entries, b.head, b.epoch, b.later = b.entries[:0], 0, 0, 0
}

func (b *buffer) empty() bool { return b.head == len(b.entries) }

// pending returns the live entries, oldest first. The slice is valid until the buffer
// changes.
func (b *buffer) pending() []entry { return b.entries[b.head:] }

// push appends an entry for l in the current epoch. The caller sets its other fields.
func (b *buffer) push(l Loc) *entry {
	b.counts[l&63]++
	n := len(b.entries)
	if n == cap(b.entries) {
		b.entries = append(b.entries, entry{})
	}
	b.entries = b.entries[:n+1]
	e := &b.entries[n]
	e.loc, e.epoch, e.later, e.over = l, b.epoch, false, false
	return e
}

// mark sets later of e, which is the newest entry.
func (b *buffer) mark(e *entry) {
	e.later = true
	b.later++
}

// newest returns the newest pending store to l, or nil.
func (b *buffer) newest(l Loc) *entry { return b.newestOf(l, Part{}) }

// newestOf returns the newest pending store to bytes of a part of l, or nil.
func (b *buffer) newestOf(l Loc, part Part) *entry {
	if b.counts[l&63] == 0 {
		return nil
	}
	return b.find(l, part)
}

// find is newestOf if there may be such a store.
func (b *buffer) find(l Loc, part Part) *entry {
	for i := len(b.entries) - 1; i >= b.head; i-- {
		if e := &b.entries[i]; e.loc == l && e.part.Overlaps(part) {
			return e
		}
	}
	return nil
}

// splits reports whether the newest pending store to the bytes of load op does not change all of them.
func (b *buffer) splits(op *Op) bool {
	e := b.newestOf(op.Loc, op.Part)
	return e != nil && !e.part.Covers(op.Part)
}

// remove deletes pending()[i], keeping the order of the others.
func (b *buffer) remove(i int) {
	b.counts[b.entries[b.head+i].loc&63]--
	if b.later > 0 {
		b.unmark(b.pending()[i:])
	}
	if i == 0 {
		b.head++
		if b.head == len(b.entries) {
			b.entries, b.head = b.entries[:0], 0
		} else if b.head >= 64 && b.head*2 >= len(b.entries) {
			n := copy(b.entries, b.entries[b.head:])
			b.entries, b.head = b.entries[:n], 0
		}
		return
	}
	copy(b.entries[b.head+i:], b.entries[b.head+i+1:])
	b.entries = b.entries[:len(b.entries)-1]
}

// oldest appends the commits of thread t that may come next under PSO: the oldest store of
// each FIFO, if it belongs to the earliest pending epoch. Some store must be pending.
func (b *buffer) oldest(dst []Step, t trace.ThreadID) []Step {
	epoch := b.entries[b.head].epoch
	for i := b.head; i < len(b.entries); i++ {
		e := &b.entries[i]
		if e.epoch != epoch {
			break
		}
		if !e.later {
			dst = append(dst, Step{t, e.store, e.loc, e.site})
		}
	}
	return dst
}

// unmark updates the marks before from[0] is removed. from are the newest entries of the
// buffer.
func (b *buffer) unmark(from []entry) {
	if from[0].later {
		b.later--
		return
	}
	for i := 1; i < len(from); i++ {
		if from[i].loc == from[0].loc {
			from[i].later = false
			b.later--
			return
		}
	}
}

// drop deletes every pending store to l.
func (b *buffer) drop(l Loc) {
	for i := len(b.pending()) - 1; i >= 0 && b.counts[l&63] > 0; i-- {
		if b.pending()[i].loc == l {
			b.remove(i)
		}
	}
}

// newEpoch starts a new epoch unless nothing is pending in the current one.
func (b *buffer) newEpoch() {
	if !b.empty() && b.entries[len(b.entries)-1].epoch == b.epoch {
		b.epoch++
	}
}

// appendPending lists the live entries for display.
func (b *buffer) appendPending(dst []Pending) []Pending {
	for _, e := range b.pending() {
		dst = append(dst, Pending{Store: e.store, Loc: e.loc, Value: e.value})
	}
	return dst
}
