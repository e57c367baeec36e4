package vm

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// written performs the writing half of a read-modify-write.
func (m *VM) written(t *Thread, kind trace.Kind, old, v uint64) {
	m.driver.Write(t, kind, old, v)
	if v != old {
		t.acted()
	}
}

// rmw performs the parked read-modify-write and returns its result. ok is false if t does not
// continue.
func (m *VM) rmw(t *Thread, operand uint64) (int64, bool) {
	a := t.access
	if !m.locate(t, t.addr, a.Size, true) {
		return 0, false
	}
	low := m.config.Mapping.RMW[a.Order]
	m.barrier(t, low.Before)
	old, ok := m.driver.Read(t)
	if !ok {
		return 0, false
	}
	if t.Op.Undef &= ^a.Padding; t.Op.Undef != 0 && a.RMW != code.Xchg {
		m.undefRMW(t, old)
		return 0, false
	}
	undef := t.Op.Undef
	t.Op.Undef = 0
	v := m.compute(a, old, operand)
	m.written(t, trace.RMW, old, v)
	m.barrier(t, low.After)
	if undef != 0 { // an exchange may read a value that was never written
		e := &Error{Kind: NeverWritten}
		e.setObject(m.space.lifeOf(&m.space.locs[t.Op.Loc]))
		m.loadedUndef(t, t.in.A, a, t.addr, undef, e)
	}
	if a.Fetch {
		return canonical(v, a), true
	}
	return canonical(old, a), true
}

// undefRMW fails t, whose RMW has read never-written memory old.
func (m *VM) undefRMW(t *Thread, old uint64) {
	m.driver.Write(t, trace.CASFail, old, old)
	m.neverWritten(t)
}

func (m *VM) cas(t *Thread, r *[256]int64) {
	a := t.access
	if !m.locate(t, t.addr, a.Size, true) {
		return
	}
	low := m.config.Mapping.RMW[a.Order]
	m.barrier(t, low.Before)
	t.Op.Expect = uint64(r[t.in.C]) & mask(a.Size)
	fails := m.config.EarlyFail && m.failsWeakly(t, a)
	if fails {
		t.Op.Kind, t.Op.CAS, t.Op.Order = trace.CASFail, false, a.Fail // it is only a load
	}
	old, ok := m.driver.Read(t)
	if !ok {
		return
	}
	if t.Op.Undef &= ^a.Padding; t.Op.Undef != 0 && !a.Parts {
		m.undefRMW(t, old)
		return
	}
	t.Op.Undef = 0
	if m.comparer != nil {
		m.comparesWhole(t, old, t.Op.Expect, a.Size)
	}
	if old == t.Op.Expect && !fails && (m.config.EarlyFail || !m.failsWeakly(t, a)) {
		m.written(t, trace.RMW, old, uint64(r[t.in.C+1])&mask(a.Size))
		m.barrier(t, low.After)
		r[t.in.A] = 1
	} else {
		m.failedCAS(t, old, a.Fail)
		m.barrier(t, m.config.Mapping.Load[a.Fail].After)
		r[t.in.C] = canonical(old, a)
		r[t.in.A] = 0
	}
	m.passed(t)
}

// failsWeakly asks the driver whether a weak compare-exchange fails spuriously.
func (m *VM) failsWeakly(t *Thread, a *code.Access) bool {
	return a.Weak && m.config.WeakFail && m.driver.Choose(t, WeakFail, 2) == 1
}

// failedCAS completes a compare-exchange that failed and so is a load of order o.
func (m *VM) failedCAS(t *Thread, old uint64, o trace.Order) {
	t.Op.Order = o
	m.driver.Write(t, trace.CASFail, old, old)
}

// dcas compares and swaps two locations in one step, an atomic section. It first reads both. If both
// match it is two RMWs, and otherwise two failed compare-exchanges.
func (m *VM) dcas(t *Thread, r *[256]int64) {
	if m.native {
		m.Unsupported(t, "dcas under a model of the language")
		return
	}
	defer func(outer trace.ThreadID) { m.section = outer }(m.section)
	a := t.access
	regs := r[t.in.A : int(t.in.A)+6]
	m.barrier(t, m.config.Mapping.RMW[a.Order].Before)
	var old [2]uint64
	var ops [2]models.Op
	match := true
	for i := range 2 {
		t.Op.Loc = -1
		t.addr = uint64(regs[i])
		if !m.locate(t, t.addr, a.Size, true) {
			return
		}
		if t.Op.Narrow {
			m.Unsupported(t, "dcas of bytes that are accessed at several sizes")
			return
		}
		ops[i] = t.Op
	}
	for i := range 2 {
		t.Op = ops[i]
		t.Op.Kind = trace.CASFail
		v, ok := m.driver.Read(t)
		if !ok {
			return
		}
		m.section = t.ID
		if t.Op.Undef != 0 {
			m.undefRMW(t, v)
			return
		}
		old[i], ops[i] = v, t.Op
		if m.comparer != nil {
			m.compares(t, v, uint64(regs[2+i])&mask(a.Size))
		}
		match = match && v == uint64(regs[2+i])&mask(a.Size)
	}
	for i := range 2 {
		t.Op = ops[i]
		if !match {
			m.failedCAS(t, old[i], a.Order)
			continue
		}
		t.Op.Kind = trace.RMW
		v, ok := m.driver.Read(t) // the same value, or what the first RMW wrote if both locations are one
		if !ok {
			return
		}
		m.written(t, trace.RMW, v, uint64(regs[4+i])&mask(a.Size))
	}
	m.barrier(t, m.config.Mapping.RMW[a.Order].After)
	r[t.in.A] = truth(match)
	m.passed(t)
}
