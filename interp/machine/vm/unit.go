package vm

import "fencepost/models"

// A Unit is a range of bytes that is one location, though threads access some of its bytes alone. Its
// size is a power of two, and it is aligned. An access of fewer bytes is Narrow (models.Op).
type Unit struct {
	Addr uint64 `json:"addr"`
	Size uint8  `json:"size"`
}

// MaxUnit is the most bytes of a unit.
const MaxUnit = 8

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

// unitOf returns the unit of which the size bytes at addr are a part. It reports false if there is none,
// if they are the whole unit, or if not all bytes of the unit are of one object.
func (m *VM) unitOf(addr uint64, size uint8) (u Unit, ok bool) {
	if m.config.Units != nil {
		u, ok = m.findUnit(addr, size)
	}
	return u, ok
}

// findUnit is unitOf if there are units.
func (m *VM) findUnit(addr uint64, size uint8) (Unit, bool) {
	for _, u := range m.config.Units {
		if u.Holds(addr, size) && size < u.Size {
			_, ok := m.space.resolve(u.Addr, u.Size)
			return u, ok
		}
	}
	return Unit{}, false
}

// narrow makes op an access to size bytes of u at addr.
func narrow(op *models.Op, u Unit, addr uint64, size uint8) {
	op.Narrow, op.Part = true, models.Part{From: uint8(addr - u.Addr), Size: size}
}
