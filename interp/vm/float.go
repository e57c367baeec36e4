package vm

import (
	"math"

	"fencepost/interp/code"
)

// This file computes with floating numbers, which registers and memory hold as bit
// patterns. Results are those of IEEE 754; the functions of <math.h> are Go's, which
// may differ from a C library's in the last bit.

func float(v int64, bits int32) float64 {
	if bits == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(uint64(v))
}

func bitsOf(x float64, bits int32) int64 {
	if bits == 32 {
		return int64(math.Float32bits(float32(x)))
	}
	return int64(math.Float64bits(x))
}

// floatOperation performs an operation or a comparison. The result of one on
// 32 bits is that on 64, rounded: twice rounded is right for these.
func floatOperation(in *code.Instr, b, c int64) int64 {
	x, y := float(b, in.Imm), float(c, in.Imm)
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
	return bitsOf(x, in.Imm)
}

func convert(v int64, from, to code.NumberFormat) int64 {
	switch {
	case from == code.Signed64 && to == code.Float32:
		return int64(math.Float32bits(float32(v)))
	case from == code.Signed64:
		return int64(math.Float64bits(float64(v)))
	case from == code.Unsigned64 && to == code.Float32:
		return int64(math.Float32bits(float32(uint64(v))))
	case from == code.Unsigned64:
		return int64(math.Float64bits(float64(uint64(v))))
	}
	x := float(v, 64)
	if from == code.Float32 {
		x = float(v, 32)
	}
	switch to {
	case code.Float32:
		return bitsOf(x, 32)
	case code.Float64:
		return bitsOf(x, 64)
	}
	return truncate(x, to == code.Unsigned64)
}

// truncate returns the integer part of x, or what x86-64 makes of a number whose
// integer part does not fit.
func truncate(x float64, unsigned bool) int64 {
	switch {
	case unsigned && x >= 1<<63 && x < 1<<64:
		return int64(uint64(x))
	case x >= -1<<63 && x < 1<<63:
		return int64(x)
	}
	return math.MinInt64
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
	code.MathAbs:    math.Abs,
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
	code.MathCopySign:  math.Copysign,
	code.MathRemainder: math.Remainder,
	code.MathNextAfter: math.Nextafter,
}

// mathValue performs a function of <math.h>.
func mathValue(f code.MathFunc, x, y int64) int64 {
	if f1 := functions1[f]; f1 != nil {
		return bitsOf(f1(float(x, 64)), 64)
	}
	if f2 := functions2[f]; f2 != nil {
		return bitsOf(f2(float(x, 64), float(y, 64)), 64)
	}
	return bitsOf(math.NaN(), 64)
}
