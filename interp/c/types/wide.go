package types

import "fencepost/interp/code"

// A WideOp is what an operation on integers of 128 bits is done with: for signed ones and
// for unsigned ones.
type WideOp struct{ signed, unsigned code.WideOp }

// Of returns the operation for values of type t.
func (o WideOp) Of(t *Type) code.WideOp {
	if t.Signed {
		return o.signed
	}
	return o.unsigned
}

// WideOps lists the binary operations, and the comparisons but those of numbers.
var WideOps = map[Op]WideOp{
	OpAdd: {code.WideAdd, code.WideAdd}, OpSub: {code.WideSub, code.WideSub}, OpMul: {code.WideMul, code.WideMul},
	OpDiv: {code.WideDivS, code.WideDivU}, OpMod: {code.WideModS, code.WideModU},
	OpAnd: {code.WideAnd, code.WideAnd}, OpOr: {code.WideOr, code.WideOr}, OpXor: {code.WideXor, code.WideXor},
	OpShl: {code.WideShl, code.WideShl}, OpShr: {code.WideShrS, code.WideShrU},
	OpLt: {code.WideLtS, code.WideLtU}, OpLe: {code.WideLeS, code.WideLeU},
}

// WideConversion returns what converts a value of type from to type to, if one of them is
// an integer of 128 bits and the other is not.
func WideConversion(from, to *Type) (o WideOp, of *Type) {
	switch {
	case from.IsFloat():
		return WideOp{code.WideTruncS, code.WideTruncU}, to
	case to.IsFloat():
		return WideOp{code.WideFloatS, code.WideFloatU}, from
	case to.IsWide():
		return WideOp{code.WideSigned, code.WideUnsigned}, from
	}
	return WideOp{code.WideLow, code.WideLow}, from
}
