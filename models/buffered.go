package models

import (
	"encoding/binary"

	"fencepost/trace"
)

// A bufferedMemory is the common part of TSO, PSO and PSLO: global memory and a buffer for
// each thread. The methods make it one FIFO; PSO overrides them.
type bufferedMemory struct {
	globalMemory
	buffers []buffer
	threads int // buffers[threads:] are spare
	pending int // number of entries in all buffers
}

func (m *bufferedMemory) Reset() {
	for i := range m.buffers[:m.threads] {
		m.buffers[i].reset()
	}
	m.cells, m.threads, m.pending = m.cells[:0], 0, 0
	m.addThread()
}

// Bytes estimates the memory of the cells and the pending stores.
func (m *bufferedMemory) Bytes() int64 {
	n := m.globalMemory.Bytes()
	for i := range m.buffers {
		n += int64(len(m.buffers[i].entries)) * 40
	}
	return n
}

func (m *bufferedMemory) addThread() {
	if m.threads == len(m.buffers) {
		m.buffers = append(m.buffers, buffer{})
	}
	m.threads++
}

func (m *bufferedMemory) push(op *Op, value uint64) *entry {
	e := m.buffers[op.Thread].push(op.Loc)
	e.value, e.store, e.site, e.i, e.part = value, op.ID, op.Site, op.I, op.Narrowed()
	e.undef = op.Undef << e.part.From
	m.pending++
	op.C = trace.NoCommit
	return e
}

// commitAt commits entry i of t's pending stores.
func (m *bufferedMemory) commitAt(t trace.ThreadID, i int) {
	b := &m.buffers[t]
	m.commit(t, &b.entries[b.head+i])
	b.remove(i)
	m.pending--
}

// commitFirst commits the n oldest pending stores of t.
func (m *bufferedMemory) commitFirst(t trace.ThreadID, n int) {
	for ; n > 0; n-- {
		m.commitAt(t, 0)
	}
}

func (m *bufferedMemory) drain(t trace.ThreadID) { m.commitFirst(t, len(m.buffers[t].pending())) }

// forward performs a load from the thread's own newest pending store to the location; ok is
// false if there is none.
func (m *bufferedMemory) forward(op *Op) (value uint64, ok bool) {
	e := m.buffers[op.Thread].newestOf(op.Loc, op.Part)
	if e == nil {
		return 0, false
	}
	op.C, op.RF, op.Undef = trace.NoCommit, e.store, e.undef
	return e.value, true
}

func (m *bufferedMemory) Readable(dst []StoreID, op *Op) []StoreID {
	if e := m.buffers[op.Thread].newestOf(op.Loc, op.Part); e != nil {
		return append(dst, e.store)
	}
	return append(dst, m.cells[op.Loc].store)
}

func (m *bufferedMemory) Load(op *Op, _ StoreID) uint64 {
	if m.pending != 0 {
		if v, ok := m.forward(op); ok {
			return v
		}
	}
	return m.read(op)
}

// Store buffers a plain store. The write of an RMW goes to memory at once: Prepare has
// drained its location.
func (m *bufferedMemory) Store(op *Op, value uint64) {
	if op.updates() {
		m.write(op, value)
		return
	}
	op.Ready = m.buffers[op.Thread].empty()
	m.push(op, value)
}

func (m *bufferedMemory) Drained(t trace.ThreadID) bool { return m.buffers[t].empty() }

func (m *bufferedMemory) Latest(t trace.ThreadID, l Loc) (StoreID, uint64, trace.Undef) {
	c := &m.cells[l]
	if t < 0 || m.buffers[t].newest(l) == nil {
		return c.store, c.value, c.undef
	}
	own := *c
	for _, e := range m.buffers[t].pending() {
		if e.loc == l {
			own.store, own.value, own.undef = e.store, e.part.Into(own.value, e.value), e.part.UndefInto(own.undef, e.undef)
		}
	}
	return own.store, own.value, own.undef
}

func (m *bufferedMemory) Pending(dst []Pending, t trace.ThreadID) []Pending {
	return m.buffers[t].appendPending(dst)
}

func (m *bufferedMemory) Drop(t trace.ThreadID, l Loc) {
	b := &m.buffers[t]
	before := len(b.pending())
	b.drop(l)
	m.pending -= before - len(b.pending())
}

// Commits lists the oldest entry of each thread's FIFO.
func (m *bufferedMemory) Commits(dst []Step) []Step {
	if m.pending == 0 {
		return dst
	}
	buffers := m.buffers[:m.threads]
	for t := range buffers {
		if b := &buffers[t]; b.head < len(b.entries) {
			e := &b.entries[b.head]
			dst = append(dst, Step{trace.ThreadID(t), e.store, e.loc, e.site})
		}
	}
	return dst
}

// Commit commits the oldest entry of a thread.
func (m *bufferedMemory) Commit(c Step) (others bool) {
	m.commitAt(c.Thread, 0)
	return m.buffers[c.Thread].empty()
}

// await commits the pending stores of the thread of load op up to the newest to its bytes, if that does
// not change all of them: the load waits for it.
func (m *bufferedMemory) await(op *Op) {
	b := &m.buffers[op.Thread]
	for b.splits(op) {
		m.commitAt(op.Thread, 0)
	}
}

// Flush commits the pending stores of t up to the newest one for l.
func (m *bufferedMemory) Flush(t trace.ThreadID, l Loc) {
	p := m.buffers[t].pending()
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].loc == l {
			m.commitFirst(t, i+1)
			return
		}
	}
}

// AppendState appends the pending stores. Under PSO it marks where each epoch begins.
func (m *bufferedMemory) AppendState(dst []byte, _ int, where func(Loc) (uint64, bool)) []byte {
	for t := range m.buffers[:m.threads] {
		b := &m.buffers[t]
		pending := b.pending()
		dst = binary.AppendUvarint(dst, uint64(len(pending)))
		for i, e := range pending {
			marks := byte(0)
			if i > 0 && e.epoch != pending[i-1].epoch {
				marks = 1
			}
			if e.over {
				marks |= 2
			}
			addr, _ := where(e.loc)
			dst = binary.AppendUvarint(append(dst, marks, byte(e.undef), e.part.From, e.part.Size), addr)
			dst = binary.AppendUvarint(dst, e.value)
			if i == len(pending)-1 && e.epoch != b.epoch {
				dst = append(dst, 1)
			}
		}
	}
	return dst
}
