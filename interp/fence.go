package interp

import (
	"fencepost/trace"
)

// fenceOp performs an explicit fence.
func (m *Machine) fenceOp(t *thread) {
	a := t.access
	if m.fencer != nil {
		m.fencer.FenceOrder(&t.op)
	}
	if a.Fence != trace.NoFence {
		m.fence(t, a.Fence)
		m.fenceEvent(t, a.Fence, trace.Plain)
	} else {
		low := m.mapping.Fence[a.Order]
		m.fence(t, low.Before)
		m.fence(t, low.After)
		strongest := low.After
		if strongest == trace.NoFence {
			strongest = low.Before
		}
		m.fenceEvent(t, strongest, a.Order)
	}
	m.passed(t)
}

func (m *Machine) fenceEvent(t *thread, f trace.FenceKind, o trace.Order) {
	t.index++
	e := m.event(trace.Fence, t.id)
	e.I, e.Site, e.Order, e.Value = t.index, t.op.Site, o, uint64(f)
	m.emit(e)
}

// fence performs a hardware fence of thread t.
func (m *Machine) fence(t *thread, f trace.FenceKind) {
	if f == trace.NoFence {
		return
	}
	m.mem.Fence(t.id, f)
	if len(m.log.Commits) > 0 {
		t.spin.restart()
		m.settle()
	}
}
