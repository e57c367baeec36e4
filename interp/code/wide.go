package code

import (
	"math"
	"math/big"
	"math/bits"
)

// An Int128 is an integer of 128 bits; a signed one is in two's complement.
type Int128 struct{ Low, High uint64 }

// A WideOp is an operation of the instruction Wide.
type WideOp int32

// The operations on integers of 128 bits. Comments note operands and results of other
// types.
const (
	WideAdd WideOp = iota
	WideSub
	WideMul
	WideDivS
	WideDivU
	WideModS
	WideModU
	WideAnd
	WideOr
	WideXor
	WideShl  // the second operand is an integer of 64 bits, also in the next two
	WideShrS // arithmetic
	WideShrU // logical
	WideLtS  // 1 or 0, also in the next three
	WideLeS
	WideLtU
	WideLeU
	WideJoin   // from two integers of 64 bits, the lower half first
	WideSigned // from a signed integer of 64 bits, the first operand
	WideUnsigned
	WideLow    // the lower half
	WideHigh   // the upper half
	WideFloatS // to a floating-point number of 64 bits
	WideFloatU
	WideTruncS // the integer part of a floating-point number of 64 bits
	WideTruncU
	numWideOps
)

var wideNames = [numWideOps]string{"add", "sub", "mul", "divs", "divu", "mods", "modu", "and", "or", "xor", "shl", "shrs", "shru",
	"lts", "les", "ltu", "leu", "join", "signed", "unsigned", "low", "high", "floats", "floatu", "truncs", "truncu"}

// String returns the lower-case name that the disassembler prints.
func (o WideOp) String() string { return wideNames[o] }

// Divides reports whether the second operand of o is a divisor.
func (o WideOp) Divides() bool { return o >= WideDivS && o <= WideModU }

// Shifts reports whether the second operand of o is the count of a shift.
func (o WideOp) Shifts() bool { return o >= WideShl && o <= WideShrU }

// Narrow reports which operands of o have 64 bits, and whether the result has.
func (o WideOp) Narrow() (x, y, result bool) {
	switch {
	case o.Shifts():
		return false, true, false
	case o >= WideLtS && o <= WideLeU, o == WideLow, o == WideHigh, o == WideFloatS, o == WideFloatU:
		return false, false, true
	case o == WideJoin, o == WideSigned, o == WideUnsigned, o == WideTruncS, o == WideTruncU:
		return true, true, false
	}
	return false, false, false
}

// Apply returns x o y. Values of 64 bits are in Low. It panics if o divides and y is zero.
// The count of a shift must be below 128.
func (o WideOp) Apply(x, y Int128) (z Int128) {
	switch o {
	case WideAdd:
		return x.add(y)
	case WideSub:
		return x.add(y.negative())
	case WideMul:
		z.High, z.Low = bits.Mul64(x.Low, y.Low)
		z.High += x.High*y.Low + x.Low*y.High
	case WideDivS, WideDivU, WideModS, WideModU:
		q, r := new(big.Int).QuoRem(x.big(o == WideDivS || o == WideModS), y.big(o == WideDivS || o == WideModS), new(big.Int))
		if o == WideModS || o == WideModU {
			q = r
		}
		return fromBig(q)
	case WideAnd:
		return Int128{x.Low & y.Low, x.High & y.High}
	case WideOr:
		return Int128{x.Low | y.Low, x.High | y.High}
	case WideXor:
		return Int128{x.Low ^ y.Low, x.High ^ y.High}
	case WideShl:
		return Int128{x.Low << y.Low, x.High<<y.Low | x.Low>>(64-y.Low) | x.Low<<(y.Low-64)}
	case WideShrU:
		return x.right(y.Low, 0)
	case WideShrS:
		return x.right(y.Low, uint64(int64(x.High)>>63))
	case WideLtS:
		z.Low = bit(x.less(y, 1<<63))
	case WideLeS:
		z.Low = 1 - bit(y.less(x, 1<<63))
	case WideLtU:
		z.Low = bit(x.less(y, 0))
	case WideLeU:
		z.Low = 1 - bit(y.less(x, 0))
	case WideJoin:
		return Int128{x.Low, y.Low}
	case WideSigned:
		return Int128{x.Low, uint64(int64(x.Low) >> 63)}
	case WideUnsigned, WideLow:
		z.Low = x.Low
	case WideHigh:
		z.Low = x.High
	case WideFloatS, WideFloatU:
		f, _ := new(big.Float).SetInt(x.big(o == WideFloatS)).Float64()
		z.Low = math.Float64bits(f)
	case WideTruncS, WideTruncU:
		f := math.Float64frombits(x.Low)
		low, high := -0x1p127, 0x1p127
		if o == WideTruncU {
			low, high = 0, 0x1p128
		}
		if !(f > low-1 && f < high) {
			return Int128{0, 1 << 63} // undefined in C
		}
		n, _ := big.NewFloat(f).Int(nil)
		return fromBig(n)
	}
	return z
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (x Int128) add(y Int128) (z Int128) {
	var carry uint64
	z.Low, carry = bits.Add64(x.Low, y.Low, 0)
	z.High, _ = bits.Add64(x.High, y.High, carry)
	return z
}

func (x Int128) negative() Int128 { return Int128{^x.Low, ^x.High}.add(Int128{Low: 1}) }

// right shifts x by n bits to the right; fill is the 64 bits that are shifted in.
func (x Int128) right(n, fill uint64) Int128 {
	if n >= 64 {
		return Int128{x.High>>(n-64) | fill<<(128-n), fill}
	}
	return Int128{x.Low>>n | x.High<<(64-n), x.High>>n | fill<<(64-n)}
}

// less compares x and y after changing the highest bit of both by sign.
func (x Int128) less(y Int128, sign uint64) bool {
	if x.High != y.High {
		return x.High^sign < y.High^sign
	}
	return x.Low < y.Low
}

func (x Int128) big(signed bool) *big.Int {
	high := new(big.Int).SetUint64(x.High)
	if signed {
		high.SetInt64(int64(x.High))
	}
	return high.Lsh(high, 64).Add(high, new(big.Int).SetUint64(x.Low))
}

// fromBig returns the lower 128 bits of n.
func fromBig(n *big.Int) Int128 {
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	high := new(big.Int).Rsh(n, 64)
	high.And(high, new(big.Int).SetUint64(math.MaxUint64))
	return Int128{low.Uint64(), high.Uint64()}
}

// Text returns x in decimal.
func (x Int128) Text(signed bool) string { return x.big(signed).String() }
