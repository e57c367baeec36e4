package vm

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// tryLocate returns the location of size bytes at addr. It makes it if no other location has one of
// the bytes. Otherwise, and if the address is bad, it returns -1.
func (m *VM) tryLocate(addr uint64, size uint8) models.Loc {
	s := &m.space
	off, obj, ok := s.find(addr, size)
	if !ok {
		return -1
	}
	if l := s.scalarAt(off, size); l >= 0 {
		return l
	}
	if s.objs[obj].located {
		for _, l := range s.locAt[off : off+uint32(size)] {
			if l != 0 {
				return -1
			}
		}
	}
	return m.define(off, size, obj)
}

// define makes a new location of size bytes at off in the arena, in object obj.
func (m *VM) define(off uint32, size uint8, obj int32) models.Loc {
	s := &m.space
	l := models.Loc(len(s.locs))
	o := &s.objs[obj]
	addr := o.addr + uint64(off-o.base)
	open := size
	if o.readOnly || misaligned(addr, size) {
		open = 0
	}
	s.locs = lists.Longer(s.locs)
	at := &s.locs[l]
	at.addr, at.off, at.size, at.obj, at.readOnly, at.open = addr, off, size, obj, o.readOnly, open
	s.place(l)
	v, undef := s.content(off, size)
	m.driver.Define(l, addr, size, v, undef)
	return l
}

// located reports whether t.Op.Loc, found when t parked, is still the location of its access, and
// allows the access. After a replacement it never does: locate then looks for races with what was there before.
func (m *VM) located(t *Thread) bool { return t.changes == m.space.changes && !m.space.replaced }

// misaligned reports whether addr is not aligned for one machine access of size bytes. A size that no
// instruction has may be anywhere, because compilers use a lock for it.
func misaligned(addr uint64, size uint8) bool {
	return addr&uint64(size-1) != 0 && size&(size-1) == 0 && size <= 16
}

// locate sets t.Op.Loc to the location of the operation, which is about to happen. It fails t if the
// address is bad or not writable, and reports whether t continues.
func (m *VM) locate(t *Thread, addr uint64, size uint8, write bool) bool {
	s := &m.space
	if t.Op.Order != trace.Plain && misaligned(addr, size) {
		if _, ok := s.resolve(addr, size); !ok {
			m.badAddress(t, addr, size)
			return false
		}
		m.Unsupported(t, fmt.Sprintf("an atomic access of %d bytes that is not aligned (gcc and clang compile it and x86 performs it, other processors do not: align the object, or do not pack its type)", size))
		return false
	}
	if t.Op.Loc < 0 || t.changes != s.changes {
		if u, ok := m.wordOf(addr, size); ok {
			if t.in.Op == code.Sys && !t.bulk.active {
				m.Unsupported(t, "an object for synchronisation among bytes that are accessed at several sizes")
				return false
			}
			narrow(&t.Op, u, addr, size)
			addr, size = u.Addr, u.Size
		} else if t.Op.Narrow {
			t.Op.Narrow, t.Op.Part = false, models.Part{}
		}
		off, obj, ok := s.find(addr, size)
		if !ok {
			m.badAddress(t, addr, size)
			return false
		}
		l := s.scalarAt(off, size)
		if l < 0 {
			if !m.replace(t, off, size) {
				return false
			}
			l = m.define(off, size, obj)
		}
		t.Op.Loc, t.changes = l, s.changes
	}
	if s.replaced {
		if why := m.driver.Inherits(t, t.Op.Loc); why != "" {
			m.Unsupported(t, why)
		}
		if m.stopped {
			return false
		}
	}
	if write && s.locs[t.Op.Loc].readOnly {
		m.fail(t, &Error{Kind: ReadOnlyMemory, Object: s.objs[s.locs[t.Op.Loc].obj].name})
		return false
	}
	return true
}

// replace removes the locations that overlap size bytes at off, because t accesses the bytes at
// another size. It reports whether the execution continues.
func (m *VM) replace(t *Thread, off uint32, size uint8) bool {
	s := &m.space
	for i := off; i < off+uint32(size); i++ {
		l := s.covering(i)
		if l < 0 {
			continue
		}
		v, undef, why := m.driver.Replace(t, l)
		if why != "" {
			m.Unsupported(t, why)
		}
		if m.stopped {
			return false
		}
		at := &s.locs[l]
		s.setContent(at.off, at.size, v, undef)
		s.replaced = true
		clear(s.locAt[at.off : at.off+uint32(at.size)])
		at.size, at.open = 0, 0
		s.changes++
	}
	return true
}

// Beside reports whether the access before which t is parked could be d bytes further as well: in the
// same object, and aligned as well. It makes a location there, if there is none.
func (m *VM) Beside(t *Thread, d int64) bool {
	s := &m.space
	at := s.locs[t.Op.Loc]
	addr := at.addr + uint64(d)
	_, obj, ok := s.find(addr, at.size)
	return ok && obj == at.obj && misaligned(addr, at.size) == misaligned(at.addr, at.size) && m.tryLocate(addr, at.size) >= 0
}
