package models

import (
	"slices"

	"fencepost/trace"
)

// A Machine is a machine with store buffers, as a page of text describes it (package page).
// Memory is global. Each thread has a buffer, and, with delayed invalidations, a history of
// each location.
type Machine struct {
	Page      string // the text of its page
	Buffer    Buffering
	Capacity  int // bound of the entries of a thread's buffer; 0: none
	Coalesces Coalescing
	Waits     bool // a load first commits its thread's stores to its location, and never forwards from them
	Delayed   bool // a load may read a store that a newer one has replaced, as under PSLO
	// Actions: of a fence at the fence, of the others before the access.
	Fences                          [trace.NumFences]Action
	RMW, Lock, Unlock, Create, Join Action
}

// A Buffering is the order in which the stores of a thread leave its buffer.
type Buffering uint8

// The bufferings.
const (
	NoBuffer    Buffering = iota // a store goes to memory at once
	PerThread                    // one FIFO
	PerLocation                  // a FIFO for each location
)

// A Coalescing says when a store replaces a pending one to its location. Both then reach
// memory in one step, so no thread reads the older one. Stores on different sides of a
// fence that orders stores do not coalesce.
type Coalescing uint8

// The coalescings.
const (
	NoCoalescing Coalescing = iota
	Adjacent                // it replaces the newest pending store
	Always                  // it replaces any
)

// An Action is a set of effects of an operation on its thread's buffer and histories. They
// happen in the order of the bits.
type Action uint8

// The actions.
const (
	DrainAll      Action = 1 << iota // commits all pending stores
	DrainOrdered                     // commits the stores that an Order keeps before later ones
	DrainLocation                    // commits the stores to the operation's location, and those that must come before them
	Order                            // keeps earlier stores before later ones
	Cut                              // no later load of the thread reads a store that has been replaced by now
)

// Model returns the machine as a model. Its PPO follows from the description: see keeps.
func (s *Machine) Model(name, title, source string) *Model {
	return &Model{
		Name: name, Title: title, Source: source, Machine: s,
		Buffered: s.Buffer != NoBuffer, ReadChoice: s.Delayed, PPO: s.ppo(), Inexact: !s.exact(),
		New: func(log *Log) Memory {
			m := &machineMemory{is: s}
			m.log = log
			if s.Delayed {
				m.globalMemory.histories = &m.histories
			}
			return m
		},
	}
}

// Drains reports whether any of the fences commits pending stores.
func (s *Machine) Drains(fences []trace.FenceKind) bool {
	return slices.ContainsFunc(fences, func(f trace.FenceKind) bool { return s.Fences[f]&DrainAll != 0 })
}

// A machineMemory is the Memory of a Machine: it has the buffers of PSO and the histories
// of PSLO, and interprets the description at each step. A step takes 1.2 to 1.3 times as
// long as one of PSO or PSLO, and a whole execution 1.01 to 1.09 times (BenchmarkPages of
// package page).
type machineMemory struct {
	psloMemory
	is *Machine
}

func (m *machineMemory) Reset() {
	if m.is.Delayed {
		m.psloMemory.Reset()
	} else {
		m.psoMemory.Reset()
	}
}

func (m *machineMemory) Define(l Loc, value uint64, undef trace.Undef) {
	if m.is.Delayed {
		m.psloMemory.Define(l, value, undef)
	} else {
		m.psoMemory.Define(l, value, undef)
	}
}

func (m *machineMemory) Redefine(l Loc, value uint64, undef trace.Undef) {
	if m.is.Delayed {
		m.psloMemory.Redefine(l, value, undef)
	} else {
		m.psoMemory.Redefine(l, value, undef)
	}
}

// perform performs action a of thread t at location l.
func (m *machineMemory) perform(a Action, t trace.ThreadID, l Loc) {
	if a&DrainAll != 0 {
		m.drain(t)
	}
	if a&DrainOrdered != 0 {
		m.commitOrdered(t)
	}
	if a&DrainLocation != 0 {
		m.Flush(t, l)
	}
	if a&Order != 0 {
		m.buffers[t].newEpoch()
	}
	if a&Cut != 0 {
		m.view[t].fence = m.time
	}
}

// update returns the action of an RMW or of taking a lock.
func (s *Machine) update(op *Op) Action {
	if op.Kind == trace.Lock {
		return s.Lock
	}
	return s.RMW
}

// Prepare handles loads, too, if the machine waits.
func (m *machineMemory) Prepare(op *Op) {
	if op.updates() {
		m.perform(m.is.update(op), op.Thread, op.Loc)
	} else {
		m.Flush(op.Thread, op.Loc)
	}
}

func (m *machineMemory) Forces(op *Op) bool {
	b := &m.buffers[op.Thread]
	if b.empty() {
		return false
	}
	switch {
	case op.updates():
		a := m.is.update(op)
		return a&DrainAll != 0 || a&DrainOrdered != 0 && b.pending()[0].epoch < b.epoch || b.newest(op.Loc) != nil
	case op.Kind == trace.Load:
		return m.is.Waits && b.newest(op.Loc) != nil
	case op.Kind == trace.Unlock && m.is.Unlock&DrainAll != 0:
		return true
	}
	return m.replaced(b, op.Loc) >= 0 || m.is.Capacity > 0 && b.taken() >= m.is.Capacity
}

// replaced returns the index of the pending store that a store to l would replace, or -1.
func (m *machineMemory) replaced(b *buffer, l Loc) int {
	if m.is.Coalesces == NoCoalescing || b.counts[l&63] == 0 {
		return -1
	}
	for i := len(b.entries) - 1; i >= b.head && b.entries[i].epoch == b.epoch; i-- {
		if b.entries[i].loc == l {
			return i
		}
		if m.is.Coalesces == Adjacent {
			break
		}
	}
	return -1
}

// taken counts the entries that no newer entry has replaced.
func (b *buffer) taken() (n int) {
	for _, e := range b.pending() {
		if !e.over {
			n++
		}
	}
	return n
}

// Store commits the oldest pending stores first if the buffer is full.
func (m *machineMemory) Store(op *Op, value uint64) {
	s := m.is
	if s.Buffer == NoBuffer || op.updates() {
		m.write(op, value)
		return
	}
	if op.Kind == trace.Unlock {
		m.perform(s.Unlock, op.Thread, op.Loc)
	}
	b := &m.buffers[op.Thread]
	old := m.replaced(b, op.Loc)
	for old < 0 && s.Capacity > 0 && b.taken() >= s.Capacity {
		m.commitEntry(op.Thread, 0)
	}
	if s.Buffer == PerLocation {
		m.psoMemory.Store(op, value)
	} else {
		m.bufferedMemory.Store(op, value)
	}
	if old >= 0 {
		b.replace(old, s.Buffer == PerThread)
	}
}

// replace marks entries[i] as replaced by the newest entry. If place is set, the newest
// entry moves to its position in the FIFO.
func (b *buffer) replace(i int, place bool) {
	b.entries[i].over = true
	if place {
		n := len(b.entries) - 1
		e := b.entries[n]
		copy(b.entries[i+2:], b.entries[i+1:n])
		b.entries[i+1] = e
	}
}

// commitEntry commits pending store i of t and the stores that replace it.
func (m *machineMemory) commitEntry(t trace.ThreadID, i int) {
	b := &m.buffers[t]
	for over := true; over; {
		e := &b.pending()[i]
		l := e.loc
		over = e.over
		m.commitAt(t, i)
		if over {
			i += slices.IndexFunc(b.pending()[i:], func(e entry) bool { return e.loc == l })
		}
	}
}

func (m *machineMemory) Readable(dst []StoreID, op *Op) []StoreID {
	if !m.is.Delayed {
		return m.bufferedMemory.Readable(dst, op)
	}
	n := len(dst)
	dst = m.psloMemory.Readable(dst, op)
	if m.is.Coalesces == NoCoalescing || len(dst) == n+1 {
		return dst
	}
	stores := m.locs[op.Loc].stores
	stores = stores[len(stores)-(len(dst)-n):]
	dst = dst[:n]
	for i := range stores {
		if !stores[i].over {
			dst = append(dst, stores[i].store)
		}
	}
	return dst
}

func (m *machineMemory) Load(op *Op, from StoreID) uint64 {
	if m.is.Delayed {
		return m.psloMemory.Load(op, from)
	}
	return m.bufferedMemory.Load(op, from)
}

func (m *machineMemory) Fence(op *Op) {
	if a := m.is.Fences[op.Fence]; a != 0 {
		m.perform(a, op.Thread, -1)
	}
}

func (m *machineMemory) Sync(op *Op, _ trace.ThreadID) {
	switch op.Kind {
	case trace.Create:
		m.perform(m.is.Create, op.Thread, -1)
		m.addThread()
		if m.is.Delayed {
			m.addView()
		}
	case trace.Join:
		m.perform(m.is.Join, op.Thread, -1)
		m.silence(op.Thread, false)
	case trace.Exit:
		m.silence(op.Thread, true)
	}
}

// silence notes whether t will read none of the current stores any more.
func (m *machineMemory) silence(t trace.ThreadID, silent bool) {
	if m.is.Delayed {
		m.view[t].silent = silent
	}
}

// Awaits acts as PSLO's if a join cuts the histories.
func (m *machineMemory) Awaits(t, _ trace.ThreadID) {
	if m.is.Join&Cut != 0 {
		m.silence(t, true)
	}
}

func (m *machineMemory) Commits(dst []Step) []Step {
	if m.is.Buffer == PerLocation {
		return m.psoMemory.Commits(dst)
	}
	return m.bufferedMemory.Commits(dst)
}

func (m *machineMemory) Commit(c Step) (others bool) {
	switch {
	case m.is.Coalesces != NoCoalescing:
		m.commitEntry(c.Thread, slices.IndexFunc(m.buffers[c.Thread].pending(), func(e entry) bool { return e.store == c.Store }))
		return false
	case m.is.Buffer == PerLocation:
		return m.psoMemory.Commit(c)
	}
	return m.bufferedMemory.Commit(c)
}

func (m *machineMemory) Flush(t trace.ThreadID, l Loc) {
	if m.is.Buffer == PerLocation {
		m.psoMemory.Flush(t, l)
	} else {
		m.bufferedMemory.Flush(t, l)
	}
}
