package code

// A MathFunc is a function of <math.h>.
type MathFunc uint8

// The functions of one argument, and of two.
const (
	MathSqrt MathFunc = iota
	MathCbrt
	MathSin
	MathCos
	MathTan
	MathAsin
	MathAcos
	MathAtan
	MathSinh
	MathCosh
	MathTanh
	MathAsinh
	MathAcosh
	MathAtanh
	MathExp
	MathExp2
	MathExpm1
	MathLog
	MathLog2
	MathLog10
	MathLog1p
	MathFloor
	MathCeil
	MathTrunc
	MathRound
	MathRint
	MathAbs
	MathErf
	MathTgamma
	MathAtan2
	MathPow
	MathMod
	MathHypot
	MathMax
	MathMin
	MathCopySign
	MathRemainder
	MathNextAfter
)
