package models

import "fencepost/trace"

// TSO is total store order, Figure 4: one FIFO store buffer for each thread.
//
// It differs from the figure in two points: thread creation drains the creator's buffer,
// and load-load and store-store fences exist and do nothing. The first only removes
// behaviours and the second changes none, so no false alarm follows.
var TSO = &Model{
	Name:     "tso",
	Title:    "total store order",
	Source:   "RELAXER, Figure 4",
	Buffered: true,
	New: func(log *Log) Memory {
		m := &tsoMemory{}
		m.log = log
		return m
	},
	PPO: NewPPO([]Class{SL},
		Relaxation{Before: []Class{W}, After: []Class{R, Join}}),
}

type tsoMemory struct{ bufferedMemory }

func (m *tsoMemory) Prepare(op *Op) {
	if op.Kind == trace.Load {
		m.await(op)
	} else {
		m.drain(op.Thread)
	}
}

func (m *tsoMemory) Forces(op *Op) bool {
	b := &m.buffers[op.Thread]
	return op.updates() && !b.empty() || op.Kind == trace.Load && b.splits(op)
}

func (m *tsoMemory) Fence(op *Op) {
	if op.Fence == trace.StoreLoad {
		m.drain(op.Thread)
	}
}

func (m *tsoMemory) Sync(op *Op, _ trace.ThreadID) {
	if op.Kind == trace.Create {
		m.drain(op.Thread)
		m.addThread()
	}
}
