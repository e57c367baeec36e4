package code

import "math"

// A MathFunc is a function of <math.h>: its number in MathFuncs.
type MathFunc uint8

// MathFuncs lists the functions of <math.h>. Name is the name in C. Of1 computes a function of one
// argument, Of2 one of two. Go's package math computes them; a C library may differ in the last bit.
var MathFuncs = [...]struct {
	Name string
	Of1  func(x float64) float64
	Of2  func(x, y float64) float64
}{
	{"sqrt", math.Sqrt, nil},
	{"cbrt", math.Cbrt, nil},
	{"sin", math.Sin, nil},
	{"cos", math.Cos, nil},
	{"tan", math.Tan, nil},
	{"asin", math.Asin, nil},
	{"acos", math.Acos, nil},
	{"atan", math.Atan, nil},
	{"sinh", math.Sinh, nil},
	{"cosh", math.Cosh, nil},
	{"tanh", math.Tanh, nil},
	{"asinh", math.Asinh, nil},
	{"acosh", math.Acosh, nil},
	{"atanh", math.Atanh, nil},
	{"exp", math.Exp, nil},
	{"exp2", math.Exp2, nil},
	{"expm1", math.Expm1, nil},
	{"log", math.Log, nil},
	{"log2", math.Log2, nil},
	{"log10", math.Log10, nil},
	{"log1p", math.Log1p, nil},
	{"floor", math.Floor, nil},
	{"ceil", math.Ceil, nil},
	{"trunc", math.Trunc, nil},
	{"round", math.Round, nil},
	{"rint", math.RoundToEven, nil},
	{"fabs", math.Abs, nil},
	{"erf", math.Erf, nil},
	{"tgamma", math.Gamma, nil},
	{"atan2", nil, math.Atan2},
	{"pow", nil, math.Pow},
	{"fmod", nil, math.Mod},
	{"hypot", nil, math.Hypot},
	{"fmax", nil, math.Max},
	{"fmin", nil, math.Min},
	{"copysign", nil, math.Copysign},
	{"remainder", nil, math.Remainder},
	{"nextafter", nil, math.Nextafter},
}

// MathNamed returns the function with a name in C, which must be in MathFuncs.
func MathNamed(name string) MathFunc {
	for f := range MathFuncs {
		if MathFuncs[f].Name == name {
			return MathFunc(f)
		}
	}
	panic("there is no function " + name)
}
