package interp

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// park stops t before the visible operation in, whose operands are known.
func (m *Machine) park(t *thread, in *code.Instr, r *[256]int64) {
	t.in = *in
	t.state = ready
	t.stage = 0
	op := &t.op
	op.Thread, op.Site, op.Loc, op.CAS, op.Word = t.id, -1, -1, false, false
	op.Order, op.Fail = trace.Plain, trace.Plain
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
		op.Kind, op.Site = trace.Fence, in.Imm
		t.access = &m.prog.Access[in.Imm]
		op.Order = t.access.Order
		if f := t.access.Fence; f != trace.NoFence {
			op.Order = orderOf[f]
		}
		return
	case code.Sys:
		m.parkSystem(t, code.SysID(in.C), r)
		return
	default:
		m.internal("unknown operation")
	}
	m.parkAt(t, uint64(r[in.B]), in.Imm)
}

// parkAt resolves the operation's location as far as it is known already.
func (m *Machine) parkAt(t *thread, addr uint64, site int32) {
	a := &m.prog.Access[site]
	t.access = a
	t.addr = addr + uint64(int64(a.Off))
	t.changes = m.space.changes
	op := &t.op
	op.Site, op.Order, op.Fail = site, a.Order, a.Fail
	op.Loc = m.glance(t.addr, a.Size)
}

// glance returns the location of size bytes at addr if it can be told without
// an error or a change of other locations, otherwise -1.
func (m *Machine) glance(addr uint64, size uint8) models.Loc {
	s := m.space
	off, ok := s.resolve(addr, size)
	if !ok {
		return -1
	}
	if l := s.scalarAt(off, size); l >= 0 {
		return l
	}
	for _, l := range s.locAt[off : off+uint32(size)] {
		if l != 0 {
			return -1
		}
	}
	return m.define(off, size, s.object(addr))
}

// define makes a new location.
func (m *Machine) define(off uint32, size uint8, obj int32) models.Loc {
	s := m.space
	l := models.Loc(len(s.locs))
	s.locs = append(s.locs, location{off, size, obj})
	s.locAt[off] = l + 1
	for i := uint32(1); i < uint32(size); i++ {
		s.locAt[off+i] = -1 - l
	}
	v, undef := s.content(off, size)
	if m.driver != nil {
		m.driver.Place(l, s.addrOf(&s.locs[l]), size)
	}
	m.mem.Define(l, v, undef)
	return l
}

// locate makes t.op.Loc the location of the operation, which is about to
// happen; it fails if the address is bad.
func (m *Machine) locate(t *thread, addr uint64, size uint8, write bool) bool {
	s := m.space
	if t.op.Loc < 0 || t.changes != s.changes {
		off, ok := s.resolve(addr, size)
		if !ok {
			m.badAddress(t, addr, size)
			return false
		}
		l := s.scalarAt(off, size)
		if l < 0 {
			if !m.replace(t, off, size) {
				return false
			}
			l = m.define(off, size, s.object(addr))
		}
		t.op.Loc, t.changes = l, s.changes
	}
	if write && s.objs[s.locs[t.op.Loc].obj].readOnly {
		m.fail(t, &Error{Kind: ReadOnlyMemory, Object: s.objs[s.locs[t.op.Loc].obj].name})
		return false
	}
	return true
}

const mixedSizes = "a race between accesses of different sizes to the same bytes"

// replace takes away the locations that overlap size bytes at off, because
// they are accessed at another size now. Pending stores of the thread itself
// are committed; one of another thread is a race of mixed sizes, which no
// model here describes.
func (m *Machine) replace(t *thread, off uint32, size uint8) bool {
	s := m.space
	for i := off; i < off+uint32(size); i++ {
		l := s.locAt[i]
		if l == 0 {
			continue
		}
		if l < 0 {
			l = -1 - l
		} else {
			l--
		}
		if m.driver != nil {
			m.unsupported(t, "accesses of different sizes to the same bytes, in an exhaustive search")
			return false
		}
		for _, o := range m.threads {
			m.pending = m.mem.Pending(m.pending[:0], o.id)
			for _, p := range m.pending {
				if p.Loc == l && o != t {
					m.unsupported(t, mixedSizes)
					return false
				}
			}
		}
		if m.orderer != nil && !m.orderer.Ordered(t.id, l) {
			m.unsupported(t, mixedSizes)
			return false
		}
		m.mem.Flush(t.id, l)
		m.settle()
		if m.stopped {
			return false
		}
		_, v, undef := m.mem.Latest(t.id, l)
		at := &s.locs[l]
		s.setContent(at.off, at.size, v, undef)
		clear(s.locAt[at.off : at.off+uint32(at.size)])
		at.size = 0
		s.changes++
		m.wakeAll()
	}
	return true
}

// step performs the operation before which t is parked. Afterwards t is
// running, unless the operation has further steps or the execution ended.
func (m *Machine) step(t *thread) {
	r := t.window()
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
}

// passed ends the parked operation.
func (m *Machine) passed(t *thread) {
	if t.state == faulty {
		return
	}
	t.state = running
	t.pc++
}

// load performs the parked load and returns the value as the register holds it.
func (m *Machine) load(t *thread) (int64, bool) {
	a, op := t.access, &t.op
	if !m.locate(t, t.addr, a.Size, false) {
		return 0, false
	}
	var from models.StoreID
	if m.model.ReadChoice {
		from = m.readFrom(t)
	}
	v := m.mem.Load(op, from)
	t.spin.read(op.Loc, v)
	m.fence(t, m.mapping.Load[a.Order].After)
	e := m.access(t, trace.Load)
	e.C, e.RF, e.Undef, e.Value = op.C, op.RF, op.Undef, v
	m.emit(e)
	if op.Undef && !a.Copy {
		m.neverWritten(t)
		return 0, false
	}
	t.copied = op.Undef
	return canonical(v, a), true
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
		m.failedCAS(t, old)
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

func (m *Machine) failedCAS(t *thread, old uint64) {
	e := m.access(t, trace.CASFail)
	e.C, e.RF, e.Value = t.op.C, t.op.RF, old
	m.emit(e)
}

// dcas compares and swaps two locations in one step. Both are drained; if both
// match it is two RMWs, otherwise two failed compare-exchanges.
func (m *Machine) dcas(t *thread, r *[256]int64) {
	if m.model.Orders {
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
			m.failedCAS(t, old[i])
		}
	}
	m.fence(t, m.mapping.RMW[a.Order].After)
	r[t.in.A] = truth(match)
	m.passed(t)
}

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

// access starts the event of t's parked access.
func (m *Machine) access(t *thread, k trace.Kind) *trace.Event {
	t.index++
	e := m.event(k, t.id)
	l := &m.space.locs[t.op.Loc]
	e.I, e.Site, e.Loc, e.Order = t.index, t.op.Site, t.op.Loc, t.op.Order
	e.Addr, e.Size = m.space.addrOf(l), l.size
	return e
}

// loadPrivate reads an object that no other thread can see.
func (m *Machine) loadPrivate(t *thread, addr uint64, a *code.Access) (int64, bool) {
	addr += uint64(int64(a.Off))
	off, ok := m.space.resolve(addr, a.Size)
	if !ok {
		m.badAddress(t, addr, a.Size)
		return 0, false
	}
	v, undef := m.space.content(off, a.Size)
	if undef && !a.Copy {
		m.fail(t, m.objectError(NeverWritten, m.space.object(addr)))
		return 0, false
	}
	t.copied = undef
	return canonical(v, a), true
}

func (m *Machine) storePrivate(t *thread, addr uint64, v int64, a *code.Access) bool {
	addr += uint64(int64(a.Off))
	off, ok := m.space.resolve(addr, a.Size)
	if !ok {
		m.badAddress(t, addr, a.Size)
		return false
	}
	if o := &m.space.objs[m.space.object(addr)]; o.readOnly {
		m.fail(t, &Error{Kind: ReadOnlyMemory, Object: o.name})
		return false
	}
	undef := a.Copy && t.copied
	old, was := m.space.content(off, a.Size)
	if was != undef || old != uint64(v)&mask(a.Size) {
		t.spin.reset()
		m.space.setContent(off, a.Size, uint64(v), undef)
	}
	return true
}

// newAuto makes a new instance of automatic object i of the current call, its
// content never written, or zero.
func (m *Machine) newAuto(t *thread, i int32, zero bool) (int64, bool) {
	d := &t.fn.Locals[i]
	at := &t.autos[len(t.autos)-len(t.fn.Locals)+int(i)]
	if *at != 0 {
		m.killAuto(t, *at-1)
	}
	o := memObject{size: d.Size, kind: autoObject, name: d.Name, pos: d.Pos, stripe: t.id + 1}
	var n int32
	if d.Private {
		n = m.space.addPrivate(o)
	} else {
		n = m.space.add(o)
	}
	if n < 0 {
		*at = 0
		m.outOfMemory(t)
		return 0, false
	}
	*at = n + 1
	if zero {
		m.space.zero(n)
	}
	return int64(m.space.objs[n].addr), true
}

// threadLocal returns the address of the thread's instance of TLS object i.
func (m *Machine) threadLocal(t *thread, i int32) (int64, bool) {
	if t.tls[i] == 0 {
		d := &m.prog.TLS[i]
		n := m.space.add(memObject{size: d.Size, kind: threadObject, name: d.Name, pos: d.Pos, stripe: t.id + 1})
		if n < 0 {
			m.outOfMemory(t)
			return 0, false
		}
		o := &m.space.objs[n]
		copy(m.space.arena[o.base:], d.Init)
		m.space.define(n)
		t.tls[i] = n + 1
	}
	return int64(m.space.objs[t.tls[i]-1].addr), true
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
