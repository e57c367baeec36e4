package vm

import (
	"fencepost/interp/code"
)

// loadPrivate performs the load in from an object that no other thread can see. It reports whether
// execute may continue: the value was not one that was never written.
func (m *VM) loadPrivate(t *Thread, in *code.Instr) bool {
	r, a := t.window(), &m.prog.Access[in.Imm]
	addr := uint64(r[in.B]) + uint64(int64(a.Off))
	off, ok := m.space.resolve(addr, a.Size)
	if !ok {
		m.badAddress(t, addr, a.Size)
		return false
	}
	v, undef := m.space.content(off, a.Size)
	if undef != 0 && !a.Copy {
		m.loadedUndef(t, in.A, undef, m.objectError(NeverWritten, m.space.object(addr)))
	}
	t.copied = undef
	r[in.A] = canonical(v, a)
	t.pc++
	return len(t.taints) == 0
}

// storePrivate performs the store in to an object that no other thread can see. It reports whether
// the thread continues.
func (m *VM) storePrivate(t *Thread, in *code.Instr) bool {
	r, a := t.window(), &m.prog.Access[in.Imm]
	v, addr := r[in.C], uint64(r[in.B])+uint64(int64(a.Off))
	off, obj, ok := m.space.find(addr, a.Size)
	if !ok {
		m.badAddress(t, addr, a.Size)
		return false
	}
	if o := &m.space.objs[obj]; o.readOnly {
		m.fail(t, &Error{Kind: ReadOnlyMemory, Object: o.name})
		return false
	}
	undef := t.undefOf(in.C, a.Size)
	if a.Copy {
		undef |= t.copied
	}
	old, was := m.space.content(off, a.Size)
	if was != undef || old != uint64(v)&mask(a.Size) {
		t.Changes++
		m.space.setContent(off, a.Size, uint64(v), undef)
	}
	t.pc++
	return true
}

// newAuto makes a new instance of automatic object i of the current call, of size bytes, never
// written or filled with zeros. It returns its address, and reports whether the thread continues.
func (m *VM) newAuto(t *Thread, i int32, size int64, zero bool) (int64, bool) {
	d := &t.fn.Locals[i]
	at := &t.autos[len(t.autos)-len(t.fn.Locals)+int(i)]
	if *at != 0 {
		m.killAuto(t, *at-1)
		*at = 0
	}
	if size < 0 {
		m.outOfMemory(t, uint64(size))
		return 0, false
	}
	if !m.spend(size) {
		return 0, false
	}
	n := m.space.add(autoObject, d.Name, &d.Pos, size, t.ID+1, d.Private)
	if n < 0 {
		m.outOfMemory(t, uint64(size))
		return 0, false
	}
	*at = n + 1
	if t.flow != nil {
		t.flow.forget(m.space.objs[n].addr, size)
	}
	if zero {
		m.space.define(n)
	}
	return int64(m.space.objs[n].addr), true
}

// threadLocal returns the address of t's instance of TLS object i, and reports whether the thread
// continues. It makes the instance at the first call.
func (m *VM) threadLocal(t *Thread, i int32) (int64, bool) {
	if t.tls[i] == 0 {
		d := &m.prog.TLS[i]
		n := m.space.add(threadObject, d.Name, &d.Pos, d.Size, t.ID+1, false)
		if n < 0 {
			m.outOfMemory(t, uint64(d.Size))
			return 0, false
		}
		o := &m.space.objs[n]
		o.readOnly = d.ReadOnly
		m.space.define(n)
		copy(m.space.arena[o.base:], d.Init)
		t.tls[i] = n + 1
	}
	return int64(m.space.objs[t.tls[i]-1].addr), true
}
