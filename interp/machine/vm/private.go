package vm

import (
	"fencepost/interp/code"
	"fencepost/trace"
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
		m.loadedUndef(t, in.A, a, addr, undef, m.objectError(NeverWritten, m.space.object(addr)))
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
	undef := t.undefOf(in.C, a.Size, addr)
	if a.Copy {
		undef |= t.copied
	}
	t.Changes += m.space.putPrivate(obj, off, a.Size, uint64(v)&mask(a.Size), undef)
	t.pc++
	return true
}

// putPrivate writes a scalar to private object obj, and returns the change of the object's hash.
func (s *space) putPrivate(obj int32, off uint32, size uint8, v uint64, undef trace.Undef) (change uint64) {
	old, was := s.content(off, size)
	if was == undef && old == v {
		return 0
	}
	change = contentHash(off, size, v, undef) - contentHash(off, size, old, was)
	s.objs[obj].hash += change
	s.setContent(off, size, v, undef)
	return change
}

// contentHash is what size bytes at off in the arena with content v and undef contribute to the hash
// of their object. A store adds the contribution of the new content and subtracts that of the old
// one. Take the stores between two moments with equal hashes. Their contributions cancel, so the
// stores of each offset and size lead back to where they began. Hence each byte has its old content.
// The hashes of other contents are equal with probability 2^-64.
func contentHash(off uint32, size uint8, v uint64, undef trace.Undef) uint64 {
	h := v ^ (uint64(off)<<16|uint64(size)<<8|uint64(undef))*0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// newAuto makes a new instance of automatic object i of the current call, of size bytes, never
// written or filled with zeros. It returns its address, and reports whether the thread continues.
func (m *VM) newAuto(t *Thread, i int32, size int64, zero bool) (int64, bool) {
	d := &t.fn.Locals[i]
	if m.endAuto(t, i); m.stopped {
		return 0, false
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
	*t.auto(i) = n + 1
	if t.flow != nil {
		t.flow.forget(m.space.objs[n].addr, size)
	}
	if zero {
		m.space.define(n)
		if d.Private { // another content than one that was never written
			m.space.objs[n].hash = contentHash(m.space.objs[n].base, 0, 0, 0)
			t.Changes += m.space.objs[n].hash
		}
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
