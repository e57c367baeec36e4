package models

import (
	"slices"

	"fencepost/trace"
)

// PSO is partial store order, Figure 5: one FIFO for each thread and address.
//
// It differs from the figure in the store-store fence. The paper's fence drains all pending
// stores, which its authors call too strict. Here the fence commits nothing and starts a
// new epoch, and a store may commit only when no store of an earlier epoch is pending in
// its thread. That is the fence of the SPARC manual: it orders earlier stores before later
// ones and does not affect later loads. Full PSO allows every behaviour that results, so no
// false alarm follows, and no repair can use a store-store fence as a store-load one. An
// RMW counts as a store of the current epoch: it first commits the stores of earlier epochs
// and those to its own address, and no others. Thread creation drains.
var PSO = &Model{
	Name:     "pso",
	Title:    "partial store order",
	Source:   "RELAXER, Figure 5",
	Buffered: true,
	New: func(log *Log) Memory {
		m := &psoMemory{}
		m.log = log
		return m
	},
	PPO: NewPPO([]Class{SS, SL},
		Relaxation{Before: []Class{W, SS}, After: []Class{R, Join}},
		Relaxation{Before: []Class{W}, After: []Class{W, U, C}, Elsewhere: true}),
}

type psoMemory struct{ bufferedMemory }

func (m *psoMemory) Prepare(op *Op) {
	if op.Kind == trace.Load {
		m.await(op)
		return
	}
	m.commitOrdered(op.Thread)
	if !op.Narrow {
		m.commitLoc(op.Thread, op.Loc)
		return
	}
	b := &m.buffers[op.Thread]
	for b.newestOf(op.Loc, op.Part) != nil {
		m.commitAt(op.Thread, slices.IndexFunc(b.pending(), func(e entry) bool { return e.loc == op.Loc }))
	}
}

// await commits the stores that come before the newest to the bytes of load op, and that store, if it does
// not change all of the bytes.
func (m *psoMemory) await(op *Op) {
	b := &m.buffers[op.Thread]
	for b.splits(op) {
		e := b.newestOf(op.Loc, op.Part)
		i := 0
		for b.pending()[i].epoch == e.epoch && b.pending()[i].loc != op.Loc {
			i++
		}
		m.commitAt(op.Thread, i)
	}
}

// commitOrdered commits the stores of earlier epochs of t.
func (m *psoMemory) commitOrdered(t trace.ThreadID) {
	b := &m.buffers[t]
	for !b.empty() && b.pending()[0].epoch < b.epoch {
		m.commitAt(t, 0)
	}
}

func (m *psoMemory) Forces(op *Op) bool {
	b := &m.buffers[op.Thread]
	return op.updates() && !b.empty() && (b.pending()[0].epoch < b.epoch || b.newestOf(op.Loc, op.Narrowed()) != nil) || op.Kind == trace.Load && b.splits(op)
}

// commitLoc commits FIFO(l) of t.
func (m *psoMemory) commitLoc(t trace.ThreadID, l Loc) {
	b := &m.buffers[t]
	for i := 0; b.counts[l&63] > 0 && i < len(b.pending()); {
		if b.pending()[i].loc == l {
			m.commitAt(t, i)
		} else {
			i++
		}
	}
}

// Store is TSO's Store; it also marks a store that follows another one in its FIFO.
func (m *psoMemory) Store(op *Op, value uint64) {
	if op.updates() {
		m.write(op, value)
		return
	}
	b := &m.buffers[op.Thread]
	later := b.newest(op.Loc) != nil
	e := m.push(op, value)
	if later {
		b.mark(e)
	}
	op.Ready = !later && e.epoch == b.entries[b.head].epoch
}

func (m *psoMemory) Fence(op *Op) {
	switch op.Fence {
	case trace.StoreLoad:
		m.drain(op.Thread)
	case trace.StoreStore:
		m.buffers[op.Thread].newEpoch()
	}
}

func (m *psoMemory) Sync(op *Op, _ trace.ThreadID) {
	if op.Kind == trace.Create {
		m.drain(op.Thread)
		m.addThread()
	}
}

// Commits lists, for each thread, the oldest entry of each FIFO(a) if it belongs to the
// earliest pending epoch.
func (m *psoMemory) Commits(dst []Step) []Step {
	for t, left := trace.ThreadID(0), m.pending; left > 0; t++ {
		b := &m.buffers[t]
		if n := len(b.entries) - b.head; n > 0 {
			left -= n
			dst = b.oldest(dst, t)
		}
	}
	return dst
}

func (m *psoMemory) Commit(c Step) (others bool) {
	b := &m.buffers[c.Thread]
	i := b.head
	for b.entries[i].store != c.Store {
		i++
	}
	others = b.later == 0 && b.entries[i].epoch == b.epoch
	m.commitAt(c.Thread, i-b.head)
	return others
}

func (m *psoMemory) Flush(t trace.ThreadID, l Loc) {
	b := &m.buffers[t]
	e := b.newest(l)
	if e == nil {
		return
	}
	for epoch := e.epoch; b.pending()[0].epoch < epoch; {
		m.commitAt(t, 0)
	}
	m.commitLoc(t, l)
}
