package vm

import (
	"math"

	"fencepost/interp/code"
)

// Floating-point arithmetic. Registers and memory hold the bit patterns. Results are as in IEEE 754.
// The functions of <math.h> are those of Go's package math, which may differ from a C library in the
// last bit.

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

var functions1 = map[code.MathFunc]func(float64) float64{
	code.MathSqrt:   math.Sqrt,
	code.MathCbrt:   math.Cbrt,
	code.MathSin:    math.Sin,
	code.MathCos:    math.Cos,
	code.MathTan:    math.Tan,
	code.MathAsin:   math.Asin,
	code.MathAcos:   math.Acos,
	code.MathAtan:   math.Atan,
	code.MathSinh:   math.Sinh,
	code.MathCosh:   math.Cosh,
	code.MathTanh:   math.Tanh,
	code.MathAsinh:  math.Asinh,
	code.MathAcosh:  math.Acosh,
	code.MathAtanh:  math.Atanh,
	code.MathExp:    math.Exp,
	code.MathExp2:   math.Exp2,
	code.MathExpm1:  math.Expm1,
	code.MathLog:    math.Log,
	code.MathLog2:   math.Log2,
	code.MathLog10:  math.Log10,
	code.MathLog1p:  math.Log1p,
	code.MathFloor:  math.Floor,
	code.MathCeil:   math.Ceil,
	code.MathTrunc:  math.Trunc,
	code.MathRound:  math.Round,
	code.MathRint:   math.RoundToEven,
	code.MathErf:    math.Erf,
	code.MathTgamma: math.Gamma,
}

var functions2 = map[code.MathFunc]func(x, y float64) float64{
	code.MathAtan2:     math.Atan2,
	code.MathPow:       math.Pow,
	code.MathMod:       math.Mod,
	code.MathHypot:     math.Hypot,
	code.MathMax:       math.Max,
	code.MathMin:       math.Min,
	code.MathRemainder: math.Remainder,
	code.MathNextAfter: math.Nextafter,
}

// mathValue computes a function of <math.h> on the bit patterns of doubles.
func mathValue(f code.MathFunc, x, y int64) int64 {
	switch f {
	case code.MathAbs:
		return code.FloatBits(math.Abs(code.Float(x, 64)), 64)
	case code.MathCopySign:
		return code.FloatBits(math.Copysign(code.Float(x, 64), code.Float(y, 64)), 64)
	}
	if f1 := functions1[f]; f1 != nil {
		a := code.Float(x, 64)
		return code.FloatBits(orNaN(f1(a), a, a), 64)
	}
	if f2 := functions2[f]; f2 != nil {
		a, b := code.Float(x, 64), code.Float(y, 64)
		return code.FloatBits(orNaN(f2(a, b), a, b), 64)
	}
	return code.FloatBits(math.NaN(), 64)
}
