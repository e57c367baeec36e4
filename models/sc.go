package models

import "fencepost/trace"

// SC is sequential consistency, Figure 3: every access acts on m at once.
var SC = &Model{
	Name:   "sc",
	Title:  "sequential consistency",
	Source: "RELAXER, Figure 3",
	New: func(log *Log) Memory {
		return &scMemory{globalMemory: globalMemory{log: log}}
	},
	PPO: NewPPO([]Class{LL, SS, SL}),
}

type scMemory struct {
	Unbuffered
	globalMemory
}

func (s *scMemory) Reset() { s.cells = s.cells[:0] }

func (s *scMemory) Readable(dst []StoreID, op *Op) []StoreID {
	return append(dst, s.cells[op.Loc].store)
}

func (s *scMemory) Load(op *Op, _ StoreID) uint64 { return s.read(op) }
func (s *scMemory) Store(op *Op, value uint64)    { s.write(op, value) }
func (s *scMemory) Fence(*Op)                     {}
func (s *scMemory) Sync(*Op, trace.ThreadID)      {}

func (s *scMemory) Latest(_ trace.ThreadID, l Loc) (StoreID, uint64, trace.Undef) {
	m := &s.cells[l]
	return m.store, m.value, m.undef
}
