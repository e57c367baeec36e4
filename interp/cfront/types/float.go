package types

import (
	"math"

	"fencepost/interp/code"
)

// FloatOf returns the value that bits v of floating type t stand for.
func FloatOf(v int64, t *Type) float64 { return code.Float(v, int32(8*t.Size)) }

// FloatBits returns the bits of x rounded to floating type t.
func FloatBits(x float64, t *Type) int64 { return code.FloatBits(x, int32(8*t.Size)) }

// FloatConst returns the constant x of floating type t.
func FloatConst(x float64, t *Type) *Expr { return IntConst(FloatBits(x, t), t) }

// Convert returns v, a canonical value of scalar type from, converted to scalar
// type to. What C leaves undefined is as on x86-64.
func Convert(v int64, from, to *Type) int64 {
	if from.IsFloat() && to.Kind == KindBool {
		return Canonical(int64(math.Float64bits(math.Abs(FloatOf(v, from)))), to)
	}
	return Canonical(code.ConvertNumber(v, from.Format(), to.Format()), to)
}

// Format says what kind of number a canonical value of scalar type t is. Integers of
// fewer than 64 bits are signed ones of 64.
func (t *Type) Format() code.NumberFormat {
	switch {
	case t.IsFloat() && t.Size == 4:
		return code.Float32
	case t.IsFloat():
		return code.Float64
	case !t.Signed && t.Size == 8:
		return code.Unsigned64
	}
	return code.Signed64
}
