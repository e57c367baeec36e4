package vm

import (
	"fmt"
	"math"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Integer arithmetic that execute leaves to perform: its result is an error, or does not fit.

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// badDivision returns the error of the division a / b, or nil.
func badDivision(in *code.Instr, a, b int64) *Error {
	switch {
	case b == 0:
		return &Error{Kind: DivisionByZero}
	case b == -1 && (in.Op == code.DivS || in.Op == code.ModS) && in.Imm != 0 && a == math.MinInt64>>(64-in.Imm):
		return &Error{Kind: DivisionTooBig, Message: fmt.Sprintf("%d divided by -1 does not fit %d bits", a, in.Imm)}
	}
	return nil
}

// wrapped performs 32-bit arithmetic whose result does not fit.
func wrapped(in *code.Instr, a, b int64) int64 {
	switch in.Op {
	case code.AddS32:
		a += b
	case code.SubS32:
		a -= b
	case code.MulS32:
		a *= b
	default:
		a += int64(in.Imm)
	}
	return int64(int32(a))
}

// wraps records that the result of the signed arithmetic that t performs does not fit an int.
func (m *VM) wraps(t *Thread) {
	if m.overflow.Line == 0 && !m.probing && !t.fn.System && t.pc < len(t.fn.PosOf) {
		m.overflow = t.fn.PosOf[t.pc]
	}
}

// Overflow returns the position of the first signed arithmetic of the execution whose result did not
// fit an int and wrapped around. Its line is 0 if there is none.
func (m *VM) Overflow() trace.Pos { return m.overflow }

// checked performs arithmetic whose result must fit in.Imm bits.
func checked(in *code.Instr, a, b int64) (int64, *Error) {
	x, y := code.WideSigned.Apply(code.Int128{Low: uint64(a)}, code.Int128{}), code.WideSigned.Apply(code.Int128{Low: uint64(b)}, code.Int128{})
	op, sign := code.WideAdd, "+"
	switch in.Op {
	case code.SubC:
		op, sign = code.WideSub, "-"
	case code.MulC:
		op, sign = code.WideMul, "*"
	}
	z := op.Apply(x, y)
	v := int64(z.Low)
	if z != code.WideSigned.Apply(z, code.Int128{}) || v<<(64-in.Imm)>>(64-in.Imm) != v {
		return 0, &Error{Kind: SignedOverflow, Message: fmt.Sprintf("%d %s %d does not fit %d bits", a, sign, b, in.Imm)}
	}
	return v, nil
}
