package interp

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// access starts the event of t's parked access.
func (m *Machine) access(t *thread, k trace.Kind) *trace.Event {
	t.index++
	e := m.event(k, t.id)
	l := &m.space.locs[t.op.Loc]
	e.I, e.Site, e.Loc, e.Order = t.index, t.op.Site, t.op.Loc, t.op.Order
	e.Addr, e.Size = m.space.addrOf(l), l.size
	return e
}

// load performs the parked load and returns the value as the register holds it.
func (m *Machine) load(t *thread) (int64, bool) {
	a, op := t.access, &t.op
	if !m.locate(t, t.addr, a.Size, false) {
		return 0, false
	}
	v := m.read(t)
	if op.Undef && !a.Copy {
		m.neverWritten(t)
		return 0, false
	}
	t.copied = op.Undef
	return canonical(v, a), true
}

// read performs a load of the location found.
func (m *Machine) read(t *thread) uint64 {
	op := &t.op
	var from models.StoreID
	if m.model.ReadChoice {
		from = m.readFrom(t)
	}
	v := m.mem.Load(op, from)
	t.spin.read(op.Loc, v)
	m.fence(t, m.mapping.Load[op.Order].After)
	e := m.access(t, trace.Load)
	e.C, e.RF, e.Undef, e.Value = op.C, op.RF, op.Undef, v
	m.emit(e)
	return v
}

// readFrom asks which store the parked load reads.
func (m *Machine) readFrom(t *thread) models.StoreID {
	if m.sampler != nil {
		return m.sample(t, t.spin.repeats)
	}
	m.stores = m.mem.Readable(m.stores[:0], &t.op)
	n := len(m.stores)
	if n == 1 {
		return m.stores[0]
	}
	m.choice.Kind, m.choice.Thread = ReadFrom, t.id
	m.choice.Stores, m.choice.Op, m.choice.Repeats = m.stores, &t.op, t.spin.repeats
	return m.stores[m.choose(n)]
}

// store performs the parked store.
func (m *Machine) store(t *thread, v uint64) bool {
	a, op := t.access, &t.op
	if !m.locate(t, t.addr, a.Size, true) {
		return false
	}
	low := m.mapping.Store[a.Order]
	m.fence(t, low.Before)
	op.ID, op.I, op.Undef = m.events+1, t.index+1, a.Copy && t.copied
	v &= mask(a.Size)
	m.mem.Store(op, v)
	e := m.access(t, trace.Store)
	e.C, e.Undef, e.Value = op.C, op.Undef, v
	m.emit(e)
	m.wrote(t, op)
	m.fence(t, low.After)
	return true
}

// wrote wakes who waits for the location, unless the store is still pending.
func (m *Machine) wrote(t *thread, op *models.Op) {
	t.spin.restart()
	if m.waiting > 0 && op.C != trace.NoCommit {
		m.wake(op.Loc, t.id)
	}
}

func mask(size uint8) uint64 { return ^uint64(0) >> (64 - 8*uint64(size)) }

// canonical widens the low bytes of a value to what a register holds.
func canonical(v uint64, a *code.Access) int64 {
	if a.Signed {
		switch a.Size {
		case 1:
			return int64(int8(v))
		case 2:
			return int64(int16(v))
		case 4:
			return int64(int32(v))
		}
		return int64(v)
	}
	return int64(v & mask(a.Size))
}

// compute is the function of a read-modify-write.
func compute(a *code.Access, old, operand uint64) uint64 {
	v := operand
	switch a.RMW {
	case code.FetchAdd:
		v = old + operand
	case code.FetchSub:
		v = old - operand
	case code.FetchAnd:
		v = old & operand
	case code.FetchOr:
		v = old | operand
	case code.FetchXor:
		v = old ^ operand
	case code.FetchNand:
		v = ^(old & operand)
	}
	if a.Bool {
		return uint64(truth(v&mask(a.Size) != 0))
	}
	return v & mask(a.Size)
}
