package vm

import (
	"fmt"
	"math"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// Values of more than eight bytes: integers of 128 bits, and structures that are accessed as a whole,
// as pointers with a counter are. Registers, models and graphs hold their numbers in a trace.Wides;
// the arena holds their bytes. Such a value has one location in the models.
//
// A load of a part of the location says which bytes it reads. Each byte is coherent on its own, and a
// store writes all bytes at once. So a store has one place in the location's order for all bytes,
// like an access that hardware performs at once. Two loads are kept in order by coherence only if
// they share a byte, as in mixed-size models of hardware (Flur et al., POPL 2017). A store of a part
// makes a location of its own, and has to be ordered with the accesses of the whole: see
// Driver.Replace.

// wide performs an operation on integers of 128 bits.
func (m *VM) wide(o code.WideOp, b, c int64) (int64, *Error) {
	narrowX, narrowY, narrow := o.Narrow()
	x, y := m.wideOperand(b, narrowX), m.wideOperand(c, narrowY)
	switch {
	case o.Divides() && y == (code.Int128{}):
		return 0, &Error{Kind: DivisionByZero}
	case (o == code.WideDivS || o == code.WideModS) && y == code.Int128{Low: math.MaxUint64, High: math.MaxUint64} && x == code.Int128{High: 1 << 63}:
		return 0, &Error{Kind: DivisionTooBig, Message: fmt.Sprintf("%s divided by -1 does not fit 128 bits", x.Text(true))}
	case o.Shifts() && y.Low >= 128:
		return 0, &Error{Kind: BadShift, Message: fmt.Sprintf("by %d, of a value of 128 bits", c)}
	}
	z := o.Apply(x, y)
	if narrow {
		return int64(z.Low), nil
	}
	return int64(m.wides.Number(z.Low, z.High)), nil
}

// widesStep bounds the bytes by which the table of wides grows between two operations of the driver
// before it is measured.
const widesStep = 4 << 20

// measureWides is Measure while t performs operations that the driver does not see.
func (m *VM) measureWides(t *Thread) {
	if m.wides.Bytes() > m.measured+widesStep {
		m.Measure(t, m.kept, false)
	}
}

// wideOperand returns the value of a register: v itself if narrow, and otherwise the value of 128
// bits with number v.
func (m *VM) wideOperand(v int64, narrow bool) (x code.Int128) {
	if narrow {
		return code.Int128{Low: uint64(v)}
	}
	x.Low, x.High, _ = m.wides.Content(uint64(v))
	return x
}

// computeWide is compute for a read-modify-write of more than 8 bytes. One of more than 16 bytes is
// an exchange.
func (m *VM) computeWide(f code.RMWOp, old, operand uint64) uint64 {
	o, inverted := code.WideAdd, false
	switch f {
	case code.Xchg:
		return operand
	case code.FetchSub:
		o = code.WideSub
	case code.FetchAnd:
		o = code.WideAnd
	case code.FetchOr:
		o = code.WideOr
	case code.FetchXor:
		o = code.WideXor
	case code.FetchNand:
		o, inverted = code.WideAnd, true
	}
	z := o.Apply(m.wideOperand(int64(old), false), m.wideOperand(int64(operand), false))
	if inverted {
		z.Low, z.High = ^z.Low, ^z.High
	}
	return m.wides.Number(z.Low, z.High)
}

// isUnit reports whether t loads a part of the size bytes at addr as a part of one location: they are
// a location, or can become one.
func (m *VM) isUnit(t *Thread, addr uint64, size uint8) bool {
	s := &m.space
	off, ok := s.resolve(addr, size)
	if !ok || s.scalarAt(off, size) >= 0 {
		return ok
	}
	if misaligned(addr, size) {
		return false
	}
	for i := range uint32(size) {
		if l := s.covering(off + i); l >= 0 && !m.driver.Settled(t, l) {
			return false
		}
	}
	return true
}

// part returns the part of the location's value v that t loads, which may be one of unit bytes, and which
// bytes of it were never written.
func (m *VM) part(t *Thread, v uint64, unit, within uint8) (uint64, trace.Undef) {
	l, undef, size := t.Op.Loc, t.Op.Undef, t.access.Size
	if l < 0 || m.space.locs[l].size != unit {
		return v, undef
	}
	return m.wides.Part(v, unit, within) & mask(size), trace.NarrowUndef(undef, unit, within) & trace.AllUndef(size)
}

// longContent is content of a structure, of any size.
func (s *space) longContent(off uint32, size uint8) (v uint64, undef trace.Undef) {
	v = s.wides.NumberOf(size, func(i uint8) (w uint64) {
		for k, b := range s.arena[off+8*uint32(i) : off+uint32(min(size, 8*i+8))] {
			w |= uint64(b) << (8 * k)
		}
		return w
	})
	return v, trace.WideUndef(size, func(i uint8) bool { return s.defined[off+uint32(i)] == 0 })
}

// setLongContent is setContent of what longContent returns.
func (s *space) setLongContent(off uint32, size uint8, v uint64, undef trace.Undef) {
	for i := uint8(0); i < size; i += 8 {
		n := min(size-i, 8)
		code.PutWord(s.arena[off+uint32(i):], n, s.wides.Word(v, size, i/8))
		for k, missing := uint8(0), trace.NarrowUndef(undef, size, i); k < n; k++ {
			s.defined[off+uint32(i+k)] = byte(^missing >> k & 1)
		}
	}
}

// byteOf returns the byte at arena index off of value v of location l, which contains the byte.
// missing is 1 if the byte was never written.
func (m *VM) byteOf(l models.Loc, v uint64, undef trace.Undef, off uint32) (b byte, missing trace.Undef) {
	at := &m.space.locs[l]
	i := uint8(off - at.off)
	return byte(m.wides.Part(v, at.size, i)), trace.NarrowUndef(undef, at.size, i) & 1
}
