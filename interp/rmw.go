package interp

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// prepare readies memory for an RMW at the parked location.
func (m *Machine) prepare(t *thread) {
	m.mem.Prepare(&t.op)
	if len(m.log.Commits) > 0 {
		t.spin.restart()
		m.settle()
	}
}

// readRMW performs the reading half of an RMW at t.op.Loc.
func (m *Machine) readRMW(t *thread) (old uint64, ok bool) {
	op := &t.op
	m.prepare(t)
	if m.stopped {
		return 0, false
	}
	op.ID, op.I, op.Undef = m.events+1, t.index+1, false
	if m.sampler != nil {
		old = m.mem.Load(op, m.sample(t, false))
		t.spin.read(op.Loc, old)
		return old, !m.stopped
	}
	m.stores = m.mem.Readable(m.stores[:0], op)
	from := m.stores[0]
	if n := len(m.stores); n > 1 {
		m.choice.Kind, m.choice.Thread = ReadFrom, t.id
		m.choice.Stores, m.choice.Op, m.choice.Repeats = m.stores, op, false
		from = m.stores[m.choose(n)]
	}
	old = m.mem.Load(op, from)
	t.spin.read(op.Loc, old)
	return old, true
}

// writeRMW performs the writing half and emits the event.
func (m *Machine) writeRMW(t *thread, kind trace.Kind, old, v uint64) {
	op := &t.op
	rf := op.RF
	m.mem.Store(op, v)
	e := m.access(t, kind)
	e.C, e.RF, e.Value, e.Read = op.C, rf, v, old
	m.emit(e)
	if v != old {
		m.wrote(t, op)
	}
}

// rmw performs the parked read-modify-write and returns its result.
func (m *Machine) rmw(t *thread, operand uint64) (int64, bool) {
	a := t.access
	if !m.locate(t, t.addr, a.Size, true) {
		return 0, false
	}
	low := m.mapping.RMW[a.Order]
	m.fence(t, low.Before)
	old, ok := m.readRMW(t)
	if !ok {
		return 0, false
	}
	if t.op.Undef && a.RMW != code.Xchg {
		m.undefRMW(t, old)
		return 0, false
	}
	undef := t.op.Undef
	t.op.Undef = false
	v := compute(a, old, operand)
	m.writeRMW(t, trace.RMW, old, v)
	m.fence(t, low.After)
	if undef {
		m.neverWritten(t)
		return 0, false
	}
	if a.Fetch {
		return canonical(v, a), true
	}
	return canonical(old, a), true
}

// undefRMW reports an RMW that reads never-written memory.
func (m *Machine) undefRMW(t *thread, old uint64) {
	e := m.access(t, trace.CASFail)
	e.C, e.RF, e.Undef, e.Value = t.op.C, t.op.RF, true, old
	m.emit(e)
	m.neverWritten(t)
}

func (m *Machine) cas(t *thread, r *[256]int64) {
	a := t.access
	if !m.locate(t, t.addr, a.Size, true) {
		return
	}
	m.fence(t, m.mapping.RMW[a.Order].Before)
	t.op.Expect = uint64(r[t.in.C]) & mask(a.Size)
	spurious := false
	if (m.fencer != nil || m.driver != nil) && a.Weak && m.opts.WeakFail {
		spurious = m.failsWeakly(t)
		if spurious && m.driver != nil {
			t.op.Kind, t.op.CAS = trace.CASFail, false
		} else if spurious {
			t.op.Kind, t.op.CAS, t.op.Order = trace.Load, false, a.Fail // it is but a load
		}
	}
	old, ok := m.readRMW(t)
	if !ok {
		return
	}
	if t.op.Undef {
		m.undefRMW(t, old)
		return
	}
	success := old == t.op.Expect && !spurious
	if success && m.fencer == nil && m.driver == nil && a.Weak && m.opts.WeakFail {
		success = !m.failsWeakly(t)
	}
	if success {
		m.writeRMW(t, trace.RMW, old, uint64(r[t.in.C+1])&mask(a.Size))
		m.fence(t, m.mapping.RMW[a.Order].After)
		r[t.in.A] = 1
	} else {
		m.failedCAS(t, old, a.Fail)
		m.fence(t, m.mapping.Load[a.Fail].After)
		r[t.in.C] = canonical(old, a)
		r[t.in.A] = 0
	}
	m.passed(t)
}

// failsWeakly asks whether a weak compare-exchange fails spuriously.
func (m *Machine) failsWeakly(t *thread) bool {
	m.choice.Kind, m.choice.Thread, m.choice.Op = WeakFail, t.id, &t.op
	t.spin.chose = true
	return m.choose(2) == 1
}

// failedCAS emits a compare-exchange that failed: a load of an order.
func (m *Machine) failedCAS(t *thread, old uint64, o trace.Order) {
	e := m.access(t, trace.CASFail)
	e.C, e.RF, e.Value, e.Order = t.op.C, t.op.RF, old, o
	m.emit(e)
}

// dcas compares and swaps two locations in one step. Both are drained; if both
// match it is two RMWs, otherwise two failed compare-exchanges.
func (m *Machine) dcas(t *thread, r *[256]int64) {
	if m.model.Native {
		m.unsupported(t, "dcas under a model of the language")
		return
	}
	if m.driver != nil {
		m.unsupported(t, "dcas, in an exhaustive search")
		return
	}
	a := t.access
	regs := r[t.in.A : int(t.in.A)+6]
	m.fence(t, m.mapping.RMW[a.Order].Before)
	var old [2]uint64
	var ops [2]models.Op
	match := true
	for i := range 2 {
		t.op.Loc = -1
		t.addr = uint64(regs[i])
		if !m.locate(t, t.addr, a.Size, true) {
			return
		}
		m.prepare(t)
		if m.stopped {
			return
		}
		ops[i] = t.op
	}
	for i := range 2 {
		t.op = ops[i]
		v, ok := m.readRMW(t)
		if !ok {
			return
		}
		if t.op.Undef {
			m.undefRMW(t, v)
			return
		}
		old[i], ops[i] = v, t.op
		match = match && v == uint64(regs[2+i])&mask(a.Size)
	}
	for i := range 2 {
		t.op = ops[i]
		t.op.ID, t.op.I = m.events+1, t.index+1
		if match && i == 1 && ops[0].Loc == ops[1].Loc {
			old[1], _ = m.readRMW(t) // what the first part wrote
		}
		if match {
			m.writeRMW(t, trace.RMW, old[i], uint64(regs[4+i])&mask(a.Size))
		} else {
			m.failedCAS(t, old[i], a.Order)
		}
	}
	m.fence(t, m.mapping.RMW[a.Order].After)
	r[t.in.A] = truth(match)
	m.passed(t)
}
