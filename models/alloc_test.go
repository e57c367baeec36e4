package models

import (
	"math/rand/v2"
	"testing"

	"fencepost/trace"
)

// A workload runs executions of two threads that load, store, update and
// fence at random over four locations.
type workload struct {
	fixture
	rand   *rand.Rand
	op     Op
	steps  []Step
	stores []StoreID
	events int
}

func newWorkload(m *Model) *workload {
	w := &workload{rand: rand.New(rand.NewPCG(1, 1))}
	w.Memory = m.New(&w.log)
	return w
}

func (w *workload) execute(ops int) {
	w.start()
	w.Define(2, 0, 0)
	w.Define(3, 0, 0)
	for id := StoreID(1); id <= StoreID(ops); id++ {
		w.op = Op{Thread: trace.ThreadID(w.rand.IntN(2)), Loc: Loc(w.rand.IntN(4)), ID: id}
		w.perform(&w.op)
		w.log.Commits = w.log.Commits[:0]
	}
	w.op = Op{Thread: 1, Kind: trace.Exit}
	w.Sync(&w.op, 1)
	w.events += ops
}

func (w *workload) perform(op *Op) {
	switch k := w.rand.IntN(16); {
	case k < 6:
		op.Kind = trace.Load
		w.stores = w.Readable(w.stores[:0], op)
		w.Load(op, w.stores[w.rand.IntN(len(w.stores))])
	case k < 9:
		op.Kind = trace.Store
		w.Store(op, uint64(op.ID))
	case k < 14:
		w.steps = w.Commits(w.steps[:0])
		if len(w.steps) > 0 {
			w.Commit(w.steps[w.rand.IntN(len(w.steps))])
		}
	case k < 15:
		op.Kind = trace.RMW
		w.Prepare(op)
		w.stores = w.Readable(w.stores[:0], op)
		w.Store(op, w.Load(op, w.stores[0])+1)
	default:
		op.Kind, op.Fence = trace.Fence, trace.FenceKind(1+w.rand.IntN(3))
		w.Fence(op)
	}
}

func TestExecutionsAllocateNothing(t *testing.T) {
	for _, m := range All() {
		w := newWorkload(m)
		for range 50 {
			w.execute(2000)
		}
		w.rand = rand.New(rand.NewPCG(1, 1))
		if n := testing.AllocsPerRun(20, func() { w.execute(1000) }); n > 0 {
			t.Errorf("%s: %v allocations an execution", m.Name, n)
		}
	}
}
