package types

import (
	"math"

	"fencepost/interp/code"
)

// FloatOf returns the value of bits v of floating type t.
func FloatOf(v int64, t *Type) float64 { return code.Float(v, int32(8*t.Size)) }

// FloatBits returns the bits of x rounded to floating type t.
func FloatBits(x float64, t *Type) int64 { return code.FloatBits(x, int32(8*t.Size)) }

// FloatConst returns the constant x of floating type t.
func FloatConst(x float64, t *Type) *Expr { return IntConst(FloatBits(x, t), t) }

// Convert returns constant v of scalar type from converted to scalar type to. A conversion that is
// undefined in C gives the same as in GCC: the nearest value, and 0 for a NaN.
func Convert(v int64, from, to *Type) int64 {
	if from.IsFloat() && to.IsInteger() && to.Kind != KindBool {
		return nearest(FloatOf(v, from), to)
	}
	if from.IsFloat() && to.Kind == KindBool {
		return Canonical(int64(math.Float64bits(math.Abs(FloatOf(v, from)))), to)
	}
	return Canonical(code.ConvertNumber(v, from.Format(), to.Format()), to)
}

// nearest returns x truncated to integer type t.
func nearest(x float64, t *Type) int64 {
	bits := 8 * t.Size
	low, high := 0.0, math.Ldexp(1, int(bits)) // high is out of range
	if t.Signed {
		high /= 2
		low = -high
	}
	switch x = math.Trunc(x); {
	case math.IsNaN(x):
		return 0
	case x < low:
		return int64(low)
	case x >= high && t.Signed:
		return 1<<(bits-1) - 1
	case x >= high:
		return Canonical(-1, t)
	case x >= 1<<63:
		return int64(uint64(x))
	}
	return int64(x)
}

// Format returns the number format of a canonical value of scalar type t. Integers of fewer than 64
// bits are signed ones of 64 bits.
func (t *Type) Format() code.NumberFormat {
	switch {
	case t.IsFloat() && t.Size == 4:
		return code.Float32
	case t.IsFloat():
		return code.Float64
	case !t.Signed && t.Size == 8:
		return code.Unsigned64
	case t.IsInteger() && (t.Signed && t.Size == 4 || t.Size < 4):
		return code.Signed32
	}
	return code.Signed64
}
