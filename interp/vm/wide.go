package vm

import (
	"fmt"
	"math"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// Values of 16 bytes: integers of 128 bits, and structures that are accessed as a whole,
// as pointers with a counter are. Registers, models and graphs hold their numbers in
// a trace.Wides; the arena holds their bytes. A location of 16 bytes is one location of
// the models: what is loaded of a part of it is taken from the whole, so that two loads of
// its parts are ordered as two of one location are. Under SC, TSO and PSO that is
// what hardware does.

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

// widesStep is by how many bytes the table of wides grows between two operations of the
// driver, at most, before it is measured.
const widesStep = 4 << 20

// measureWides is Measure while t performs operations that the driver does not see.
func (m *VM) measureWides(t *Thread) {
	if m.config.Wides == nil && m.wides.Bytes() > m.measured+widesStep {
		m.Measure(t, m.kept)
	}
}

// wideOperand returns what a register holds, of 64 bits or the number of one of 128.
func (m *VM) wideOperand(v int64, narrow bool) (x code.Int128) {
	if narrow {
		return code.Int128{Low: uint64(v)}
	}
	x.Low, x.High, _ = m.wides.Content(uint64(v))
	return x
}

// computeWide is the function of a read-modify-write of 16 bytes.
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

// isUnit reports whether t loads a part of the 16 bytes around addr, aligned, as one of
// them all: they are a location, or can become one.
func (m *VM) isUnit(t *Thread, addr uint64) bool {
	s := &m.space
	off, ok := s.resolve(addr&^15, 16)
	if !ok || s.scalarAt(off, 16) >= 0 {
		return ok
	}
	for _, l := range s.locAt[off : off+16] {
		if l < 0 {
			l = -l
		}
		if l != 0 && !m.driver.Settled(t, l-1) {
			return false
		}
	}
	return true
}

// part returns what t, whose load is of a part, takes from the value v of its location,
// and which bytes of that were never written.
func (m *VM) part(t *Thread, v uint64) (uint64, trace.Undef) {
	a, l, undef := t.access, t.Op.Loc, t.Op.Undef
	if l < 0 || m.space.locs[l].size <= 8 {
		return v, undef
	}
	from := t.addr & 15
	return m.wides.Part(v, from) & mask(a.Size), trace.NarrowUndef(undef, from) & trace.AllUndef(a.Size)
}

func (s *space) wideContent(off uint32) (v uint64, undef trace.Undef) {
	low, lowUndef := s.content(off, 8)
	high, highUndef := s.content(off+8, 8)
	return s.wides.Number(low, high), trace.WideUndef(lowUndef, highUndef)
}

func (s *space) setWideContent(off uint32, v uint64, undef trace.Undef) {
	low, high, _ := s.wides.Content(v)
	s.setContent(off, 8, low, trace.NarrowUndef(undef, 0))
	s.setContent(off+8, 8, high, trace.NarrowUndef(undef, 8))
}

// byteOf returns the byte at off of value v of location l, which covers it, and 1 if it
// was never written.
func (m *VM) byteOf(l models.Loc, v uint64, undef trace.Undef, off uint32) (b byte, missing trace.Undef) {
	at := &m.space.locs[l]
	i := off - at.off
	if at.size > 8 {
		return byte(m.wides.Part(v, uint64(i))), trace.NarrowUndef(undef, uint64(i)) & 1
	}
	return byte(v >> (8 * i)), undef >> i & 1
}
