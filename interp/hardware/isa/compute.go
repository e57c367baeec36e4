package isa

import "fencepost/interp/code"

// AndNot is a read-modify-write of hardware that C does not have: and of the content with the complement
// of the operand.
const AndNot code.RMWOp = code.NumRMW

// Modify computes the new content of a read-modify-write. old and v are sign-extended from
// its size.
func Modify(op code.RMWOp, old, v int64) int64 {
	if op == AndNot {
		return old &^ v
	}
	return op.Apply(old, v)
}
