package vm

import (
	"math"

	"fencepost/interp/code"
)

// Floating-point arithmetic. Registers and memory hold the bit patterns. Results are as in IEEE 754.

// floatOperation performs an operation or a comparison. An operation on 32 bits is performed on 64
// bits and rounded; for these operations rounding twice gives the correct result.
func floatOperation(in *code.Instr, b, c int64) int64 {
	x, y := code.Float(b, in.Imm), code.Float(c, in.Imm)
	switch in.Op {
	case code.AddF:
		x += y
	case code.SubF:
		x -= y
	case code.MulF:
		x *= y
	case code.DivF:
		x /= y
	case code.EqF:
		return truth(x == y)
	case code.NeF:
		return truth(x != y)
	case code.LtF:
		return truth(x < y)
	default:
		return truth(x <= y)
	}
	return code.FloatBits(orNaN(x, code.Float(b, in.Imm), y), in.Imm)
}

// orNaN returns the result of an operation on x and y. If the result is not a number it returns what
// x86 does: the first operand that is a NaN, and otherwise a NaN with its sign set.
func orNaN(result, x, y float64) float64 {
	switch {
	case !math.IsNaN(result):
		return result
	case math.IsNaN(x):
		return x
	case math.IsNaN(y):
		return y
	}
	return math.Copysign(math.NaN(), -1)
}

// mathValue computes a function of <math.h> on the bit patterns of doubles.
func mathValue(f code.MathFunc, x, y int64) int64 {
	fn, a, b := code.MathFuncs[f], code.Float(x, 64), code.Float(y, 64)
	var v float64
	if fn.Of1 != nil {
		v, b = fn.Of1(a), a
	} else {
		v = fn.Of2(a, b)
	}
	if fn.Name != "fabs" && fn.Name != "copysign" { // these change the sign alone, also of what is no number
		v = orNaN(v, a, b)
	}
	return code.FloatBits(v, 64)
}
