package models

import "fencepost/trace"

// TSO is total store order, Figure 4: one FIFO store buffer a thread.
//
// It differs from the figure only in that thread creation drains the creator's
// buffer, and in that a load-load or store-store fence is a fence that does
// nothing. Both only remove behaviours, so no false alarm can follow.
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

func (m *tsoMemory) Prepare(op *Op) { m.drain(op.Thread) }

func (m *tsoMemory) Forces(op *Op) bool { return op.updates() && !m.buffers[op.Thread].empty() }

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
