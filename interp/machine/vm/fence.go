package vm

import (
	"fencepost/models"
	"fencepost/trace"
)

// orderOf maps a hardware fence to the weakest C11 fence that orders at least as much.
var orderOf = [trace.NumFences]trace.Order{
	trace.LoadLoad:   trace.Acquire,
	trace.StoreStore: trace.Release,
	trace.StoreLoad:  trace.SeqCst,
}

// fenceOp performs a fence of the program.
func (m *VM) fenceOp(t *Thread) {
	m.driver.Fence(t, m.Lowered(t))
	m.passed(t)
}

// Lowered returns the hardware fences that the fence before which t is parked is
// lowered to.
func (m *VM) Lowered(t *Thread) models.Lowering {
	if f := t.access.Fence; f != trace.NoFence {
		return models.Lowering{After: f}
	}
	return m.config.Mapping.Fence[t.access.Order]
}

// barrier performs a hardware fence beside an access, if there is one.
func (m *VM) barrier(t *Thread, f trace.FenceKind) {
	if f != trace.NoFence {
		m.driver.Barrier(t, f)
	}
}

// acquiring performs the barrier after the acquisition of a lock.
func (m *VM) acquiring(t *Thread) {
	if !m.native {
		m.barrier(t, models.Acquiring.After)
	}
}

// releasing performs the barrier before the release of a lock.
func (m *VM) releasing(t *Thread) {
	if !m.native {
		m.barrier(t, models.Releasing.Before)
	}
}
