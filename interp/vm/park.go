package vm

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// park stops t before the visible operation in, whose operands are known.
func (m *VM) park(t *Thread, in *code.Instr, r *[256]int64) {
	t.in, t.State, t.stage = *in, Ready, 0
	op := &t.Op
	op.Thread, op.Fence, op.CAS, op.Word = t.ID, trace.NoFence, false, false
	switch in.Op {
	case code.Load:
		op.Kind = trace.Load
	case code.Store:
		op.Kind = trace.Store
	case code.RMW:
		op.Kind = trace.RMW
	case code.CAS:
		op.Kind, op.CAS, op.Expect = trace.RMW, true, uint64(r[in.C])
	case code.DCAS:
		op.Kind = trace.RMW
		m.parkAt(t, uint64(r[in.A]), in.Imm)
		return
	case code.FenceOp:
		op.Kind, op.Site, op.Loc, op.Fail = trace.Fence, in.Imm, -1, trace.Plain
		t.access = &m.prog.Access[in.Imm]
		op.Order, op.Fence = t.access.Order, t.access.Fence
		if op.Fence != trace.NoFence {
			op.Order = orderOf[op.Fence]
		}
		return
	case code.Sys:
		op.Loc, op.Fail = -1, trace.Plain
		m.parkSystem(t, code.SysID(in.C), r)
		return
	default:
		m.internal("unknown operation")
	}
	m.parkAt(t, uint64(r[in.B]), in.Imm)
}

// parkAt resolves the operation's location as far as it is known already.
func (m *VM) parkAt(t *Thread, addr uint64, site int32) {
	a := &m.prog.Access[site]
	t.access = a
	t.addr = addr + uint64(int64(a.Off))
	t.changes = m.space.changes
	op := &t.Op
	op.Site, op.Order, op.Fail = site, a.Order, a.Fail
	if a.Unit > 0 && m.isUnit(t, t.addr-uint64(a.Within), a.Unit) {
		op.Loc = m.glance(t.addr-uint64(a.Within), a.Unit)
		return
	}
	if l := int(m.guesses[site]); l < len(m.space.locs) {
		if at := &m.space.locs[l]; at.addr == t.addr && at.size == a.Size && at.obj >= 0 {
			op.Loc = models.Loc(l)
			return
		}
	}
	if op.Loc = m.glance(t.addr, a.Size); op.Loc >= 0 {
		m.guesses[site] = op.Loc
	}
}

// Step performs the operation before which t is parked, or one part of it that
// is a step of its own, and runs t to its next.
func (m *VM) Step(t *Thread) {
	r := t.window()
	if len(t.taints) > 0 {
		m.clearTaints(t, t.in)
	}
	switch t.in.Op {
	case code.Load:
		if v, ok := m.load(t); ok {
			r[t.in.A] = v
			m.passed(t)
		}
	case code.Store:
		if m.store(t, uint64(r[t.in.C])) {
			m.passed(t)
		}
	case code.RMW:
		if v, ok := m.rmw(t, uint64(r[t.in.C])); ok {
			r[t.in.A] = v
			m.passed(t)
		}
	case code.CAS:
		m.cas(t, r)
	case code.DCAS:
		m.dcas(t, r)
	case code.FenceOp:
		m.fenceOp(t)
	case code.Sys:
		m.stepSystem(t, code.SysID(t.in.C), r)
	case exitOp:
		m.exitThread(t)
	}
	m.proceed(t)
}

// passed ends the parked operation.
func (m *VM) passed(t *Thread) {
	if t.State == Faulty {
		return
	}
	t.State = Running
	t.pc++
}
