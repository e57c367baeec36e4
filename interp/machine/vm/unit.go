package vm

import (
	"fencepost/interp/code"
	"fencepost/models"
)

// A Unit is a range of bytes that is one location, though threads access some of its bytes alone. Its
// size is a power of two, and it is aligned. An access of fewer bytes is Narrow (models.Op). Of a unit of more
// than MaxWord bytes threads only load some bytes alone, as parts of the location: see wide.go. Models of the
// language have such units only.
type Unit struct {
	Addr uint64 `json:"addr"`
	Size uint8  `json:"size"`
}

// MaxUnit is the most bytes of a unit, and MaxWord of one whose parts threads may write.
const (
	MaxUnit = 16
	MaxWord = 8
)

// IsWord reports whether threads may write a part of the unit.
func (u Unit) IsWord() bool { return u.Size <= MaxWord }

// Valid reports whether u is a unit of at least two bytes.
func (u Unit) Valid() bool {
	return u.Size > 1 && u.Size <= MaxUnit && u.Size&(u.Size-1) == 0 && u.Addr%uint64(u.Size) == 0
}

// Holds reports whether the size bytes at addr are in u.
func (u Unit) Holds(addr uint64, size uint8) bool {
	return addr >= u.Addr && addr+uint64(size) <= u.Addr+uint64(u.Size)
}

// Overlaps reports whether some of the size bytes at addr are in u.
func (u Unit) Overlaps(addr uint64, size uint8) bool {
	return addr < u.Addr+uint64(u.Size) && u.Addr < addr+uint64(size)
}

// With returns the least unit that contains u and the size bytes at addr; one of 128 bytes if it would be
// longer.
func (u Unit) With(addr uint64, size uint8) Unit {
	for !u.Holds(addr, size) && u.Size < 128 {
		u.Size *= 2
		u.Addr &^= uint64(u.Size - 1)
	}
	return u
}

// wordOf returns the word of which the size bytes at addr are a part. It reports false if there is none,
// if they are all of it, or if not all its bytes are of one object.
func (m *VM) wordOf(addr uint64, size uint8) (u Unit, ok bool) {
	if m.config.Units != nil {
		u, ok = m.findUnit(addr, size, true)
	}
	return u, ok
}

// inUnit reports whether the size bytes at addr are a part of a unit.
func (m *VM) inUnit(addr uint64, size uint8) bool {
	if m.config.Units == nil {
		return false
	}
	_, ok := m.findUnit(addr, size, false)
	return ok
}

// partOf returns the size of the whole of which t's access may load a part, and the offset of the part. size is
// 0 if there is none.
func (m *VM) partOf(t *Thread) (size, within uint8) {
	a := t.access
	if a.Unit == 0 && m.config.Units != nil && t.in.Op == code.Load {
		if u, ok := m.findUnit(t.addr, a.Size, false); ok && !u.IsWord() {
			return u.Size, uint8(t.addr - u.Addr)
		}
	}
	return a.Unit, a.Within
}

// loadsPart reports whether t is parked before a load that may read a part of a location.
func (m *VM) loadsPart(t *Thread) bool {
	size, _ := m.partOf(t)
	return size > 0
}

// findUnit returns the unit of which the size bytes at addr are a part. It must be a word if word is set. The
// function reports false if there is none, or if not all bytes of the unit are of one object.
func (m *VM) findUnit(addr uint64, size uint8, word bool) (Unit, bool) {
	for _, u := range m.config.Units {
		if u.Holds(addr, size) && size < u.Size {
			_, ok := m.space.resolve(u.Addr, u.Size)
			return u, ok && (u.IsWord() || !word)
		}
	}
	return Unit{}, false
}

// narrow makes op an access to size bytes of u at addr.
func narrow(op *models.Op, u Unit, addr uint64, size uint8) {
	op.Narrow, op.Part = true, models.Part{From: uint8(addr - u.Addr), Size: size}
}
