package interp

import (
	"fencepost/models"
)

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
