package types

import "fencepost/interp/code"

// A WideOp is an operation on integers of 128 bits: one for signed and one for unsigned integers.
type WideOp struct{ signed, unsigned code.WideOp }

// Of returns the operation for values of type t.
func (o WideOp) Of(t *Type) code.WideOp {
	if t.Signed {
		return o.signed
	}
	return o.unsigned
}

// WideOps lists the binary operations, and the comparisons except those of floating numbers.
var WideOps = map[Op]WideOp{
	OpAdd: {code.WideAdd, code.WideAdd}, OpSub: {code.WideSub, code.WideSub}, OpMul: {code.WideMul, code.WideMul},
	OpDiv: {code.WideDivS, code.WideDivU}, OpMod: {code.WideModS, code.WideModU},
	OpAnd: {code.WideAnd, code.WideAnd}, OpOr: {code.WideOr, code.WideOr}, OpXor: {code.WideXor, code.WideXor},
	OpShl: {code.WideShl, code.WideShl}, OpShr: {code.WideShrS, code.WideShrU},
	OpLt: {code.WideLtS, code.WideLtU}, OpLe: {code.WideLeS, code.WideLeU},
}

// WideConversion returns the conversion of a value of type from to type to, if exactly one of them is
// an integer of 128 bits. The signedness of type t selects the operation of o.
func WideConversion(from, to *Type) (o WideOp, t *Type) {
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
