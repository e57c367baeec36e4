package vm

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// kinds are the kinds of the visible operations, except for library functions.
var kinds = [code.NumOps]trace.Kind{
	code.Load: trace.Load, code.Store: trace.Store, code.RMW: trace.RMW, code.CAS: trace.RMW, code.DCAS: trace.RMW, code.FenceOp: trace.Fence,
}

// park stops t before the visible operation in, whose operands are known. A probe, which ends there,
// leaves t as it is.
func (m *VM) park(t *Thread, in *code.Instr, r *[256]int64) {
	if m.probing {
		return
	}
	t.in, t.State, t.stage, t.fenced = *in, Ready, 0, false
	op := &t.Op
	op.Thread, op.Fence, op.CAS, op.Word, op.Part, op.Narrow = t.ID, trace.NoFence, false, false, models.Part{}, false
	op.Kind = kinds[in.Op]
	addr := uint64(r[in.B])
	switch in.Op {
	case code.Load, code.Store, code.RMW:
	case code.CAS:
		op.CAS, op.Expect = true, uint64(r[in.C])
	case code.DCAS:
		addr = uint64(r[in.A])
	case code.FenceOp:
		if in.C == stepMark {
			return
		}
		op.Site, op.Loc, op.Fail = in.Imm, -1, trace.Plain
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
	a := m.sites[in.Imm]
	addr += uint64(int64(a.Off))
	t.access, t.addr, t.changes = a, addr, m.space.changes
	op.Site, op.Order, op.Fail = in.Imm, a.Order, a.Fail
	if l := int(m.guesses[guessAt(addr)]); l < len(m.space.locs) && a.Unit == 0 {
		if at := &m.space.locs[l]; at.addr == addr && at.open == a.Size {
			op.Loc = models.Loc(l)
			return
		}
	}
	m.resolveParked(t)
}

// guessAt returns the place in VM.guesses for an address.
func guessAt(addr uint64) uint8 { return uint8(addr>>2 ^ addr>>code.SlotBits) }

// resolveParked finds the location of the access before which t parks, if it exists or can be made
// without an error or a step. It is called if the guess of the location failed, or the location does
// not allow every access.
func (m *VM) resolveParked(t *Thread) {
	a, op := t.access, &t.Op
	if u, ok := m.wordOf(t.addr, a.Size); ok {
		op.Loc = m.tryLocate(u.Addr, u.Size)
		narrow(op, u, t.addr, a.Size)
	} else if unit, within := m.partOf(t); unit > 0 && m.isUnit(t, t.addr-uint64(within), unit) {
		op.Loc, op.Part = m.tryLocate(t.addr-uint64(within), unit), models.Part{From: within, Size: a.Size}
	} else if op.Loc = m.tryLocate(t.addr, a.Size); op.Loc >= 0 && !m.inUnit(t.addr, a.Size) {
		m.guesses[guessAt(t.addr)] = op.Loc
	}
	if op.Loc < 0 || a.Order != trace.Plain && misaligned(t.addr, a.Size) || t.in.Op == code.Store && m.space.locs[op.Loc].readOnly {
		t.changes = -1
	}
}

// Step performs the operation before which t is parked, or one part of it that is a step of its own,
// and runs t to its next operation.
func (m *VM) Step(t *Thread) {
	r := t.window()
	m.touch(t)
	if len(t.taints) > 0 {
		m.clearTaints(t, t.in)
	}
	if m.reuses {
		if o := m.outlived(t); o != nil {
			m.usesFreed(t, o)
			return
		}
	}
	inside := m.section == t.ID
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
		if m.EndsProgram(t) || !m.releaseAtExit(t) {
			m.exitThread(t)
		}
	}
	if t.flow != nil && t.State == Running {
		t.performed(&t.in)
	}
	if inside && m.section == t.ID && t.State == Running && t.in.Op != code.FenceOp && t.addr != m.prog.Atomic {
		m.accessed = true
	}
	m.goOn(t)
}

// SkipJoin continues t after the join before which it is parked, as if the joined thread had ended
// with the given result. The driver does not learn of it.
func (m *VM) SkipJoin(t *Thread, result int64) {
	m.touch(t)
	t.window()[t.in.A] = result
	m.passed(t)
	m.goOn(t)
}

// SkipLoad continues t after the plain load before which it is parked, with the value that the
// driver's Latest returns. It reports false and does nothing if t is parked before another operation,
// if the value was never written, or if may refuses the location.
func (m *VM) SkipLoad(t *Thread, may func(l models.Loc) bool) bool {
	a := t.access
	if t.State != Ready || t.in.Op != code.Load || m.loadsPart(t) || t.Op.Narrow || a.Order != trace.Plain ||
		!m.located(t) && !m.locate(t, t.addr, a.Size, false) || !may(t.Op.Loc) {
		return false
	}
	v, undef := m.driver.Latest(t.ID, t.Op.Loc)
	if undef != 0 {
		return false
	}
	m.SkipJoin(t, canonical(v, a))
	return true
}

// goOn runs t from the operation that it has performed to its next one.
func (m *VM) goOn(t *Thread) {
	if len(t.taints) == 0 && t.flow == nil && t.State == Running && !m.stopped {
		m.execute(t)
	}
	if t.State == Running {
		m.proceed(t)
	}
}

// passed completes the parked operation, unless it failed.
func (m *VM) passed(t *Thread) {
	if t.State == Faulty {
		return
	}
	t.State = Running
	t.pc++
}
