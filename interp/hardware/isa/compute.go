package isa

import "fencepost/interp/code"

// AndNot is a read-modify-write of hardware that C does not have: and of the content with the complement
// of the operand.
const AndNot code.RMWOp = code.NumRMW

// Modify computes the new content of a read-modify-write. old and v are sign-extended from
// its size.
func Modify(op code.RMWOp, old, v int64) int64 {
	switch op {
	case code.FetchAdd:
		return old + v
	case code.FetchSub:
		return old - v
	case code.FetchAnd:
		return old & v
	case code.FetchOr:
		return old | v
	case code.FetchXor:
		return old ^ v
	case code.FetchNand:
		return ^(old & v)
	case AndNot:
		return old &^ v
	case code.FetchMin:
		return min(old, v)
	case code.FetchMax:
		return max(old, v)
	case code.FetchMinU:
		return int64(min(uint64(old), uint64(v)))
	case code.FetchMaxU:
		return int64(max(uint64(old), uint64(v)))
	}
	return v
}
