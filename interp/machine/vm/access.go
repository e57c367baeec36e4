package vm

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// load performs the parked load and returns the value as the register holds it.
func (m *VM) load(t *Thread) (int64, bool) {
	a, op := t.access, &t.Op
	unit, within := a.Unit, a.Within
	if m.config.Units != nil {
		unit, within = m.partOf(t)
	}
	whole := unit == 0 || op.Narrow
	if !whole {
		if !m.locatePart(t, unit, within) {
			return 0, false
		}
	} else if !m.located(t) && !m.locate(t, t.addr, a.Size, false) {
		return 0, false
	}
	v := m.driver.Load(t)
	if !m.native {
		m.barrier(t, m.config.Mapping.Load[op.Order].After)
	}
	if !whole {
		v, op.Undef = m.part(t, v, unit, within)
	}
	switch {
	case op.Undef&^a.Padding == 0 || a.Copy:
	case a.Order != trace.Plain && !a.Parts && op.RF == 0 && op.Undef == trace.AllUndef(a.Size):
		m.neverWritten(t)
		return 0, false
	default:
		e := &Error{Kind: NeverWritten}
		e.setObject(m.space.lifeOf(&m.space.locs[op.Loc]))
		m.loadedUndef(t, t.in.A, a, t.addr, op.Undef, e)
	}
	t.copied = op.Undef
	return canonical(v, a), true
}

// locatePart is locate for a load that may read a part of a location of unit bytes.
func (m *VM) locatePart(t *Thread, unit, within uint8) bool {
	a, op := t.access, &t.Op
	op.Part = models.Part{}
	if addr := t.addr - uint64(within); m.isUnit(t, addr, unit) {
		op.Part = models.Part{From: within, Size: a.Size}
		return m.locate(t, addr, unit, false)
	}
	return m.located(t) || m.locate(t, t.addr, a.Size, false)
}

// read performs a load of location t.Op.Loc.
func (m *VM) read(t *Thread) uint64 {
	v := m.driver.Load(t)
	m.barrier(t, m.config.Mapping.Load[t.Op.Order].After)
	return v
}

// store performs the parked store.
func (m *VM) store(t *Thread, v uint64) bool {
	a := t.access
	if !m.located(t) && !m.locate(t, t.addr, a.Size, true) {
		return false
	}
	if !m.native {
		m.barrier(t, m.config.Mapping.Store[a.Order].Before)
	}
	undef := t.undefOf(t.in.C, a.Size, t.addr)
	if a.Copy {
		undef |= t.copied
	}
	if m.IsLock(t.Op.Loc) && !m.overwrites(t) || !m.write(t, v&mask(a.Size), undef) {
		return false
	}
	if !m.native {
		m.barrier(t, m.config.Mapping.Store[a.Order].After)
	}
	return true
}

// write performs a store to location t.Op.Loc.
func (m *VM) write(t *Thread, v uint64, undef trace.Undef) bool {
	t.Op.Undef = undef
	if !m.driver.Store(t, v) {
		return false
	}
	t.acted()
	if o := m.ownLocal(t, t.Op.Loc); o != nil {
		t.Locals++
		o.stores++
	}
	return true
}

// ownLocal returns the object of location l if it is an automatic object of thread t that is alive;
// otherwise nil.
func (m *VM) ownLocal(t *Thread, l models.Loc) *memObject {
	n := m.space.locs[l].obj
	if n < 0 {
		return nil
	}
	if o := &m.space.objs[n]; o.kind == autoObject && o.stripe == t.ID+1 {
		return o
	}
	return nil
}

// MayEnd reports whether a step of t may end the life of an object that threads have accessed.
func (m *VM) MayEnd(t *Thread) bool {
	return slices.ContainsFunc(t.autos, func(o int32) bool { return o != 0 && m.space.objs[o-1].located })
}

// OwnLocal reports whether location l is of an automatic object of thread t that is alive.
func (m *VM) OwnLocal(t *Thread, l models.Loc) bool { return m.ownLocal(t, l) != nil }

// mask returns a mask of the low size bytes. A value of more than 8 bytes is represented by a number
// of 64 bits.
func mask(size uint8) uint64 { return ^uint64(0) >> ((64 - 8*uint64(min(size, 8))) & 63) }

// canonical extends the low bytes of v to the 64 bits of a register, by sign or by zeros.
func canonical(v uint64, a *code.Access) int64 {
	unused := (64 - 8*uint64(min(a.Size, 8))) & 63
	if a.Signed {
		return int64(v<<unused) >> unused
	}
	return int64(v << unused >> unused)
}

// compute returns the value that a read-modify-write stores.
func (m *VM) compute(a *code.Access, old, operand uint64) uint64 {
	if a.Size > 8 {
		return m.computeWide(a.RMW, old, operand)
	}
	v := uint64(a.RMW.Apply(code.Extend(int64(old), a.Size, true), code.Extend(int64(operand), a.Size, true)))
	if a.Bool {
		return uint64(truth(v&mask(a.Size) != 0))
	}
	return v & mask(a.Size)
}
