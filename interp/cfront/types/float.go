package types

import "math"

// FloatOf returns the value that bits v of floating type t stand for.
func FloatOf(v int64, t *Type) float64 {
	if t.Size == 4 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(uint64(v))
}

// FloatBits returns the bits of x rounded to floating type t.
func FloatBits(x float64, t *Type) int64 {
	if t.Size == 4 {
		return int64(math.Float32bits(float32(x)))
	}
	return int64(math.Float64bits(x))
}

// FloatConst returns the constant x of floating type t.
func FloatConst(x float64, t *Type) *Expr { return IntConst(FloatBits(x, t), t) }

// Convert returns v, a canonical value of scalar type from, converted to scalar
// type to. What C leaves undefined is as on x86-64.
func Convert(v int64, from, to *Type) int64 {
	switch {
	case from.IsFloat() && to.IsFloat():
		return FloatBits(FloatOf(v, from), to)
	case from.IsFloat() && to.Kind == KindBool:
		return Canonical(int64(math.Float64bits(math.Abs(FloatOf(v, from)))), to)
	case from.IsFloat():
		return Canonical(Truncate(FloatOf(v, from), !to.Signed && to.Size == 8), to)
	case to.IsFloat() && !from.Signed:
		return floatOfInteger(float32(uint64(v)), float64(uint64(v)), to)
	case to.IsFloat():
		return floatOfInteger(float32(v), float64(v), to)
	}
	return Canonical(v, to)
}

// floatOfInteger returns the bits of an integer, rounded once.
func floatOfInteger(narrow float32, wide float64, t *Type) int64 {
	if t.Size == 4 {
		return int64(math.Float32bits(narrow))
	}
	return int64(math.Float64bits(wide))
}

// Truncate returns the integer part of x as a 64-bit integer, or what x86-64
// makes of a value that has none.
func Truncate(x float64, unsigned bool) int64 {
	switch {
	case unsigned && x >= 1<<63 && x < 1<<64:
		return int64(uint64(x))
	case x >= -1<<63 && x < 1<<63:
		return int64(x)
	}
	return math.MinInt64
}
